// SPDX-License-Identifier: Apache-2.0
// Talking with a running plugin: MIDI, parameters, and what it says.

internal import RenderCore
internal import Synchronization

extension LV2Instance {
  /// Sends a MIDI message at a frame of the next cycle.
  ///
  /// Returns `false` when the plugin takes no MIDI or does not run and has not taken what came
  /// before.
  @discardableResult
  package func send(midi bytes: [UInt8], at frame: Int = 0) -> Bool {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return false }
      return unsafe control.send(midi: base, count: buffer.count, frame: frame)
    }
  }

  /// Sets a parameter at a frame of the next cycle.
  ///
  /// - Parameters:
  ///   - uri: the parameter's URI.
  ///   - value: the new value, of the parameter's type and in its range.
  ///   - frame: the frame of the next cycle.
  /// - Throws: when the plugin has no such parameter, can't take the value, or has no room for the
  ///   message, be it ever or now.
  package func set(
    parameter uri: String,
    to value: ParameterValue,
    at frame: Int = 0
  ) throws(HostingError) {
    try info.check(value, for: uri)
    let urids = EventURIDs.shared
    let (type, bytes) = value.atom(urids)
    try sendMessage(urids.set, at: frame) { forge in
      forge.add(urids.property, urid: URIDs.number(uri))
      unsafe bytes.withUnsafeBytes { buffer in
        guard let base = buffer.baseAddress else { return }
        unsafe forge.add(urids.value, type: type, bytes: base, size: buffer.count)
      }
    }
    parameters[uri] = value
    unheard[uri] = (value, node.runs, isReported: false)
  }

  /// Asks for a parameter, or for all of them; the answers are in `parameters` once `takeEvents`
  /// has met them.
  ///
  /// - Parameter uri: the parameter's URI; `nil` for all.
  /// - Throws: when the plugin has no such parameter or takes no messages.
  package func ask(parameter uri: String? = nil) throws(HostingError) {
    if let uri, info.parameter(uri) == nil {
      throw .noSuchParameter(plugin: info.uri, parameter: uri)
    }
    listen()
    let urids = EventURIDs.shared
    try sendMessage(urids.get, at: 0) { forge in
      if let uri { forge.add(urids.property, urid: URIDs.number(uri)) }
    }
  }

  private func sendMessage(
    _ type: UInt32,
    at frame: Int,
    _ body: (inout AtomForge) -> Void
  ) throws(HostingError) {
    guard let slot = messageSlot else { throw .takesNoMessages(plugin: info.uri) }
    let most = MessageSizes(info).message
    let isSent = unsafe withUnsafeTemporaryAllocation(byteCount: most, alignment: 8) { memory in
      guard let base = memory.baseAddress else { return false }
      let urids = EventURIDs.shared
      var forge = unsafe AtomForge(base, capacity: memory.count, type: type, urids)
      body(&forge)
      guard !forge.isFull else { return false }
      return unsafe control.send(
        slot: UInt32(clamping: slot),
        type: urids.object,
        body: base,
        size: forge.size,
        frame: frame
      )
    }
    if !isSent { throw .tooManyMessages(plugin: info.uri) }
  }

  /// From now on the plugin's events are kept for `takeEvents`.
  ///
  /// Without it nobody pays for meters and scopes that nobody looks at.
  package func listen() {
    unsafe core.common.pointee.counters.isHeard.store(true, ordering: .relaxed)
  }

  /// Takes the events that the plugin has put out since the last call, oldest first; the first call
  /// starts to listen.
  package func takeEvents() -> [PluginEvent] {
    listen()
    var events = firstEvents
    firstEvents = []
    let most = MessageSizes(info).scratch
    unsafe withUnsafeTemporaryAllocation(byteCount: most, alignment: 8) { buffer in
      while let size = unsafe core.rings.outlet.receive(into: buffer) {
        let slot = unsafe Int(buffer.load(fromByteOffset: 4, as: UInt32.self))
        guard size >= PluginRunner.envelope, eventPorts.indices.contains(slot) else { continue }
        let frame = unsafe Int(buffer.load(as: UInt32.self))
        let type = unsafe buffer.load(fromByteOffset: 8, as: UInt32.self)
        let body = unsafe Array(buffer[PluginRunner.envelope..<size])
        for content in PluginEvent.contents(type: type, body: body, EventURIDs.shared) {
          if case .parameter(let uri, let value) = content { note(value, of: uri) }
          events.append(PluginEvent(port: eventPorts[slot], frame: frame, content: content))
        }
      }
    }
    return events
  }

  /// Notes what the plugin has reported of a parameter.
  ///
  /// The first report after it was set may be older than that; if it says something else, the
  /// plugin is asked once more.
  private func note(_ value: ParameterValue, of uri: String) {
    parameters[uri] = value
    guard let sent = unheard[uri], !sent.isReported else { return }
    unheard[uri]?.isReported = true
    if sent.value != value { try? ask(parameter: uri) }
  }

  /// How well the plugin has behaved.
  package var health: PluginHealth {
    func count(_ counter: (borrowing PluginCounters) -> UInt64) -> Int {
      unsafe Int(clamping: counter(core.common.pointee.counters))
    }
    return PluginHealth(
      notFiniteBlocks: count { $0.notFinite.current },
      nanValues: count { $0.nanValues.current },
      malformedSequences: count { $0.malformed.current },
      lateEvents: count { $0.late.current },
      sequenceOverruns: count { $0.overruns.current },
      droppedEvents: count { $0.dropped.current },
      unheardEvents: count { $0.unheard.current },
      skippedCycles: count { $0.skipped.current }
    )
  }
}
