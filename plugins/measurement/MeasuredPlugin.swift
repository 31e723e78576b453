// SPDX-License-Identifier: Apache-2.0
// A plugin in the simplest of hosts: lilv and buffers.

internal import CLilv
internal import LV2Hosting

/// Why a plugin can't be measured.
package struct MeasurementError: Error, CustomStringConvertible {
  /// What is wrong, in a sentence.
  package let description: String
}

/// One instance of a plugin, activated, with all its ports connected.
///
/// It is the shared object as any host loads it, found by the Turtle beside it.
///
/// > Threading: One thread at a time.
@safe
package final class MeasuredPlugin {
  /// Frames per second.
  package let rate: Double
  /// How many audio inputs it has.
  package private(set) var inputCount = 0
  /// How many audio outputs it has.
  package private(set) var outputCount = 0
  /// The symbols of its controls, inputs and outputs.
  package private(set) var controls: [String] = []
  private let world: OpaquePointer
  private let plugin: OpaquePointer
  let instance: UnsafeMutablePointer<LilvInstance>
  private var indices: [String: Int] = [:]
  private var inputSymbols: Set<String> = []
  private let values: UnsafeMutablePointer<Float>
  private let ranges: (low: [Float], high: [Float], standard: [Float])
  private var audioInputs: [UInt32] = []
  private var audioOutputs: [UInt32] = []
  private var atoms: [AtomBuffer] = []

  /// Loads `bundle`, a folder that ends in `.lv2`, and starts its plugin `uri`.
  ///
  /// - Throws: when it is not there, or refuses the rate.
  package init(_ uri: String, bundle: String, rate: Double = 48_000) throws(MeasurementError) {
    self.rate = rate
    guard let world = unsafe lilv_world_new() else {
      throw MeasurementError(description: "lilv does not start")
    }
    unsafe self.world = world
    func node(_ text: String) -> OpaquePointer? { unsafe lilv_new_uri(world, text) }
    guard let plugin = unsafe MeasuredPlugin.load(uri, of: bundle, into: world) else {
      unsafe lilv_world_free(world)
      throw MeasurementError(description: "\(uri) is not in \(bundle): run \"make plugins\" first")
    }
    unsafe self.plugin = plugin
    guard let instance = unsafe lilv_plugin_instantiate(plugin, rate, HostFeatures.all) else {
      unsafe lilv_world_free(world)
      throw MeasurementError(description: "\(uri) does not start at \(rate) Hz")
    }
    unsafe self.instance = instance
    let count = Int(clamping: unsafe lilv_plugin_get_num_ports(plugin))
    unsafe values = .allocate(capacity: count)
    var low = [Float](repeating: 0, count: count)
    var high = low
    var standard = low
    unsafe lilv_plugin_get_port_ranges_float(plugin, &low, &high, &standard)
    ranges = (low, high, standard)
    for index in 0..<count {
      unsafe (values + index).initialize(to: standard[index].isNaN ? 0 : standard[index])
    }
    let core = "http://lv2plug.in/ns/lv2core#"
    let atom = unsafe node(HostFeatures.base + "atom#AtomPort")
    unsafe sortPorts(count, node(core + "AudioPort"), node(core + "InputPort"), atom)
    unsafe lilv_instance_activate(instance)
  }

  deinit {
    unsafe lilv_instance_deactivate(instance)
    unsafe lilv_instance_free(instance)
    unsafe values.deallocate()
    unsafe lilv_world_free(world)
  }

  /// Loads the data of a plugin of a bundle; `nil` when it is not there.
  private static func load(
    _ uri: String,
    of bundle: String,
    into world: OpaquePointer
  ) -> OpaquePointer? {
    let folder = unsafe lilv_new_file_uri(world, nil, bundle + "/")
    let name = unsafe lilv_new_uri(world, uri)
    defer {
      unsafe lilv_node_free(folder)
      unsafe lilv_node_free(name)
    }
    return unsafe FileReading.alone {
      unsafe lilv_world_load_bundle(world, folder)
      let plugin = unsafe lilv_plugins_get_by_uri(lilv_world_get_all_plugins(world), name)
      // lilv reads the file of a plugin when it is first asked about it.
      if let plugin = unsafe plugin { _ = unsafe lilv_plugin_get_num_ports(plugin) }
      return unsafe plugin
    }
  }

  private func sortPorts(
    _ count: Int,
    _ audio: OpaquePointer?,
    _ input: OpaquePointer?,
    _ atom: OpaquePointer?
  ) {
    for index in 0..<count {
      let number = UInt32(clamping: index)
      let port = unsafe lilv_plugin_get_port_by_index(plugin, number)
      if unsafe lilv_port_is_a(plugin, port, audio) {
        if unsafe lilv_port_is_a(plugin, port, input) {
          audioInputs.append(number)
        } else {
          audioOutputs.append(number)
        }
        continue
      }
      if unsafe lilv_port_is_a(plugin, port, atom) {
        let buffer = AtomBuffer(isInput: unsafe lilv_port_is_a(plugin, port, input))
        unsafe lilv_instance_connect_port(instance, number, buffer.memory)
        atoms.append(buffer)
        continue
      }
      let symbol = unsafe String(
        cString: lilv_node_as_string(lilv_port_get_symbol(plugin, port))
      )
      controls.append(symbol)
      indices[symbol] = index
      if unsafe lilv_port_is_a(plugin, port, input) { inputSymbols.insert(symbol) }
      unsafe lilv_instance_connect_port(instance, number, values + index)
    }
    inputCount = audioInputs.count
    outputCount = audioOutputs.count
  }

  /// The value of a control; what was written to an input is the plugin's with the next run.
  package subscript(symbol: String) -> Float {
    get { unsafe values[index(symbol)] }
    set { unsafe values[index(symbol)] = newValue }
  }

  /// The range and the usual value that its Turtle gives a control.
  package func range(_ symbol: String) -> (low: Float, high: Float, standard: Float) {
    let index = index(symbol)
    return (ranges.low[index], ranges.high[index], ranges.standard[index])
  }

  /// Whether a control may be set.
  package func isInput(_ symbol: String) -> Bool { inputSymbols.contains(symbol) }

  private func index(_ symbol: String) -> Int {
    guard let index = indices[symbol] else { preconditionFailure("there is no port \(symbol)") }
    return index
  }

  /// Forgets all sound of before.
  package func restart() {
    unsafe lilv_instance_deactivate(instance)
    unsafe lilv_instance_activate(instance)
  }

  /// Runs it over `inputs`, one array for each channel, all of one length.
  ///
  /// - Parameters:
  ///   - inputs: what it hears; without inputs, `frames` says for how long it runs. A channel
  ///     without samples is not connected.
  ///   - block: how many frames a run has; the last one has what is left.
  ///   - frames: how many in all.
  ///   - before: called before each run, with the frame where it begins; it may set controls.
  /// - Returns: its outputs, one array for each channel.
  package func run(
    _ inputs: [[Float]],
    block: Int = 256,
    frames: Int? = nil,
    before: (Int) -> Void = { _ in }
  ) -> [[Float]] {
    run(inputs, frames: frames, blocks: { _ in block }, before: before)
  }

  /// Runs it in blocks of any length: `blocks` says it for the frame where one begins.
  package func run(
    _ inputs: [[Float]],
    frames: Int? = nil,
    blocks: (Int) -> Int,
    before: (Int) -> Void = { _ in }
  ) -> [[Float]] {
    precondition(inputs.count == inputCount, "one array for each input")
    let frames = frames ?? inputs.first?.count ?? 0
    var outputs = [[Float]](repeating: [Float](repeating: 0, count: frames), count: outputCount)
    let inward = unsafe inputs.map { samples -> UnsafeMutablePointer<Float>? in
      guard !samples.isEmpty else { return nil }
      let copy = UnsafeMutablePointer<Float>.allocate(capacity: max(frames, 1))
      unsafe copy.update(from: samples, count: frames)
      return unsafe copy
    }
    let outward = unsafe (0..<outputCount).map { _ in
      UnsafeMutablePointer<Float>.allocate(capacity: max(frames, 1))
    }
    var start = 0
    repeat {
      before(start)
      let count = min(blocks(start), frames - start)
      for channel in 0..<inputCount {
        unsafe connectInput(channel, inward[channel].map { unsafe $0 + start })
      }
      for channel in 0..<outputCount { unsafe connectOutput(channel, outward[channel] + start) }
      for atom in atoms { atom.clear() }
      unsafe lilv_instance_run(instance, UInt32(clamping: count))
      start += count
    } while start < frames
    for channel in 0..<outputCount {
      outputs[channel] = unsafe Array(UnsafeBufferPointer(start: outward[channel], count: frames))
    }
    unsafe (inward + outward).forEach { unsafe $0?.deallocate() }
    return outputs
  }

  /// Gives an audio input its samples.
  func connectInput(_ channel: Int, _ samples: UnsafeMutablePointer<Float>?) {
    unsafe lilv_instance_connect_port(instance, audioInputs[channel], samples)
  }

  /// Gives an audio output its place.
  func connectOutput(_ channel: Int, _ samples: UnsafeMutablePointer<Float>) {
    unsafe lilv_instance_connect_port(instance, audioOutputs[channel], samples)
  }
}
