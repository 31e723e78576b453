// SPDX-License-Identifier: Apache-2.0
// From a URI to a running plugin.

internal import CLilv
package import Quantities

extension LV2World {
  /// Makes an instance, activated and connected except for its audio, which a plan connects.
  ///
  /// - Parameters:
  ///   - uri: the plugin's URI.
  ///   - sampleRate: the rate that it will run at.
  ///   - maximumBlock: the most frames that one run will have.
  ///   - nominalBlock: the usual number of frames, where it differs from the maximum.
  ///   - values: values of control inputs by symbol; the others have the plugin's defaults.
  ///   - isOffline: whether time may stand still: work is done at once, and nothing runs before the
  ///     first frame.
  ///   - worksAtOnce: whether a plugin's work is done where it asks for it, also when time does not
  ///     stand still.
  ///   - includesCV: whether CV ports are among the ports that a plan connects; else they are
  ///     constant.
  /// - Returns: the instance.
  /// - Throws: why the plugin can't be had or what is wrong with a value.
  package func instantiate(
    _ uri: String,
    sampleRate: SampleRate,
    maximumBlock: FrameCount,
    nominalBlock: FrameCount? = nil,
    values: [String: Float] = [:],
    isOffline: Bool = false,
    worksAtOnce: Bool = false,
    includesCV: Bool = false
  ) throws(HostingError) -> LV2Instance {
    guard let shared = sharedInfo(of: uri, sampleRate: sampleRate), let plugin = unsafe find(uri)
    else {
      throw HostingError.notInstalled(plugin: uri)
    }
    let info = shared.info
    if let refusal = info.refusal { throw refusal }
    let start = try info.startValues(values, isOffline: isOffline)
    let nominal = nominalBlock?.value ?? maximumBlock.value
    let shape = info.blockShape(nominal: nominal)
    let options = PluginOptions(
      sampleRate: sampleRate,
      maximumBlock: maximumBlock.value,
      nominalBlock: nominal
    ).shaped(by: shape)
    let core = try PluginLock.withLock { () throws(HostingError) -> PluginCore in
      let core = unsafe try makeCore(
        shared: shared,
        plugin: plugin,
        start: start,
        options: options,
        shape: shape
      )
      if info.mentions(.loadDefaultState) { CleanMemory.during { core.restoreDefaultState() } }
      return core
    }
    if !isOffline, !worksAtOnce { try core.leaveToWorker() }
    CleanMemory.during {
      core.prepare(nominalBlock: options.nominalBlock, isOffline: isOffline)
    }
    return LV2Instance(core: core, includesCV: includesCV)
  }

  private func makeCore(
    shared: SharedInfo,
    plugin: OpaquePointer,
    start: [Float],
    options: PluginOptions,
    shape: BlockShape
  ) throws(HostingError) -> PluginCore {
    let info = shared.info
    let caller = makeCaller(of: info.uri)
    let library = unsafe try PluginLibrary(of: plugin, uri: info.uri, caller: caller)
    defer { library.close() }
    let work = unsafe PluginWork(bell: workers.bell)
    let arena = Arena()
    let features = HostFeatures(info: info, options: options, work: work, arena: arena)
    let rate = options.sampleRate.hertz
    let made = unsafe CleanMemory.during {
      unsafe caller.during(.instantiate) {
        unsafe lilv_plugin_instantiate(plugin, rate, features.all)
      }
    }
    guard let instance = unsafe made else {
      throw HostingError.instantiateFailed(
        plugin: info.uri,
        messages: features.log.takeMessages().map(\.text)
      )
    }
    let buffers = PortBuffers(
      info: info,
      start: start,
      blockFrames: options.maximumBlock,
      arena: arena
    )
    return unsafe PluginCore(
      shared: shared,
      caller: caller,
      instance: instance,
      features: features,
      buffers: buffers,
      options: options,
      shape: shape,
      arena: arena,
      world: self
    )
  }
}
