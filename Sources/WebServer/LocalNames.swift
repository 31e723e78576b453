// SPDX-License-Identifier: Apache-2.0
// What this machine is called by clients that want to reach it.

internal import Glibc
internal import HTTPServer

/// How others reach this machine.
enum LocalNames {
  /// The name that others are to open.
  static func shown(_ place: WebPlace) -> String {
    if let host = place.hosts.first { return host }
    switch place.address {
    case "0.0.0.0", "::": return networkAddress ?? OwnNames.machine
    default: return place.address.contains(":") ? "[\(place.address)]" : place.address
    }
  }

  /// The first address of this machine that others can reach.
  private static var networkAddress: String? {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&list) == 0 else { return nil }
    defer { unsafe freeifaddrs(list) }
    var next = unsafe list
    while let entry = unsafe next {
      unsafe next = entry.pointee.ifa_next
      guard let address = unsafe entry.pointee.ifa_addr,
        unsafe Int32(clamping: address.pointee.sa_family) == AF_INET,
        unsafe entry.pointee.ifa_flags & UInt32(clamping: IFF_UP | IFF_LOOPBACK)
          == UInt32(clamping: IFF_UP)
      else { continue }
      return unsafe text(of: address)
    }
    return nil
  }

  private static func text(of address: UnsafeMutablePointer<sockaddr>) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
      let length = socklen_t(MemoryLayout<sockaddr_in>.size)
      guard let start = text.baseAddress,
        unsafe getnameinfo(address, length, start, 64, nil, 0, NI_NUMERICHOST) == 0
      else { return nil }
      return unsafe String(cString: start)
    }
  }
}
