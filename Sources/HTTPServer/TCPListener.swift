// SPDX-License-Identifier: Apache-2.0
// The socket that a server listens on.

// Its header brings those of the system along, whose members Swift may then take for its own.
internal import CMicrohttpd
internal import Glibc

/// A TCP socket that listens on an address of this machine.
struct TCPListener {
  let descriptor: Int32
  /// The port, also when the system was to choose one.
  let port: Int

  /// Listens; `address` is in numbers, port 0 is any free one.
  init(address: String, port: Int) throws(HTTPServerError) {
    guard let number = UInt16(exactly: port) else { throw .taken(address: address, port: port) }
    var place = sockaddr_storage()
    guard let length = Self.write(address, number, to: &place) else {
      throw .noSuchAddress(address)
    }
    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(Int32(clamping: place.ss_family), type, 0)
    guard descriptor >= 0 else { throw .system(operation: "make a socket", errno: errno) }
    do throws(HTTPServerError) {
      // A port whose last connections are being forgotten can be had again; one that is listened on
      // can't.
      var isOn: Int32 = 1
      let size = socklen_t(MemoryLayout<Int32>.size)
      unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, size)
      let code = unsafe Self.withAddress(&place) {
        unsafe bind(descriptor, $0, length) == 0 ? 0 : errno
      }
      switch code {
      case 0: break
      case EADDRINUSE: throw .taken(address: address, port: port)
      case EADDRNOTAVAIL: throw .noSuchAddress(address)
      default: throw .system(operation: "listen on port \(port) of \(address)", errno: code)
      }
      guard listen(descriptor, 128) == 0 else {
        throw errno == EADDRINUSE
          ? .taken(address: address, port: port)
          : .system(operation: "listen on port \(port) of \(address)", errno: errno)
      }
      var longest = socklen_t(MemoryLayout<sockaddr_storage>.size)
      _ = unsafe Self.withAddress(&place) { unsafe getsockname(descriptor, $0, &longest) }
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.port = Self.port(of: place)
  }

  private static func write(
    _ text: String,
    _ port: UInt16,
    to place: inout sockaddr_storage
  ) -> socklen_t? {
    var four = sockaddr_in()
    if unsafe inet_pton(AF_INET, text, &four.sin_addr) == 1 {
      (four.sin_family, four.sin_port) = (sa_family_t(AF_INET), port.bigEndian)
      unsafe withUnsafeMutableBytes(of: &place) { place in
        unsafe withUnsafeBytes(of: four) { unsafe place.copyMemory(from: $0) }
      }
      return socklen_t(MemoryLayout<sockaddr_in>.size)
    }
    var six = sockaddr_in6()
    guard unsafe inet_pton(AF_INET6, text, &six.sin6_addr) == 1 else { return nil }
    (six.sin6_family, six.sin6_port) = (sa_family_t(AF_INET6), port.bigEndian)
    unsafe withUnsafeMutableBytes(of: &place) { place in
      unsafe withUnsafeBytes(of: six) { unsafe place.copyMemory(from: $0) }
    }
    return socklen_t(MemoryLayout<sockaddr_in6>.size)
  }

  private static func withAddress<Result>(
    _ place: inout sockaddr_storage,
    _ body: (UnsafeMutablePointer<sockaddr>) -> Result
  ) -> Result {
    unsafe withUnsafeMutablePointer(to: &place) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0) }
    }
  }

  private static func port(of place: sockaddr_storage) -> Int {
    // Both kinds of address have it at the same place.
    unsafe withUnsafeBytes(of: place) { bytes in
      Int(clamping: unsafe bytes.load(fromByteOffset: 2, as: UInt16.self).bigEndian)
    }
  }

  /// The address in numbers.
  static func text(_ address: UnsafePointer<sockaddr>?) -> String {
    guard let address = unsafe address else { return "?" }
    let isFour = unsafe Int32(clamping: address.pointee.sa_family) == AF_INET
    let length = socklen_t(
      isFour ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
    )
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { text in
      let size = socklen_t(NI_MAXHOST)
      let code = unsafe getnameinfo(address, length, text.baseAddress, size, nil, 0, NI_NUMERICHOST)
      guard code == 0, let start = text.baseAddress else { return "?" }
      return unsafe String(cString: start)
    }
  }
}
