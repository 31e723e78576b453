// SPDX-License-Identifier: Apache-2.0
// Looks at a plugin's library before lilv does, because lilv's reasons go to standard error only.

internal import CLilv
internal import Glibc

/// The shared library that should hold a plugin.
///
/// Once loaded it stays loaded: plugins leave threads and thread-local data behind whose code must
/// not vanish.
@safe
struct PluginLibrary {
  private let handle: UnsafeMutableRawPointer

  /// Loads the library and makes sure that the plugin is in it.
  init(
    of plugin: OpaquePointer,
    uri: String,
    caller: PluginCaller
  ) throws(HostingError) {
    guard let path = unsafe LV2World.path(lilv_plugin_get_library_uri(plugin)) else {
      throw HostingError.libraryNotLoaded(plugin: uri, reason: "its data files name none")
    }
    do throws(DataProblem) {
      // The dynamic linker would wait for a FIFO.
      _ = try DataFile(path, mostBytes: .max)
    } catch {
      let reason = "\(path) can't be read: \(error.sentence)"
      throw HostingError.libraryNotLoaded(plugin: uri, reason: reason)
    }
    // Its own code runs while it is loaded.
    let loaded = unsafe caller.during(.instantiate) {
      unsafe dlopen(path, RTLD_NOW | RTLD_NODELETE)
    }
    guard let handle = unsafe loaded else {
      let reason = unsafe dlerror().map { unsafe String(cString: $0) } ?? "no reason given"
      throw HostingError.libraryNotLoaded(plugin: uri, reason: reason)
    }
    unsafe self.handle = unsafe handle
    guard caller.during(.instantiate, { holds(uri) }) else {
      close()
      throw HostingError.missingFromLibrary(plugin: uri, library: path)
    }
  }

  func close() {
    unsafe dlclose(handle)
  }

  private func holds(_ uri: String) -> Bool {
    if unsafe dlsym(handle, "lv2_lib_descriptor") != nil { return true }
    guard let symbol = unsafe dlsym(handle, "lv2_descriptor") else { return false }
    let descriptor = unsafe unsafeBitCast(symbol, to: LV2_Descriptor_Function.self)
    var index: UInt32 = 0
    while let next = unsafe descriptor(index)?.pointee {
      if unsafe strcmp(next.URI, uri) == 0 { return true }
      index += 1
    }
    return false
  }
}
