// SPDX-License-Identifier: Apache-2.0
// A preset to files, without a sound card and faster than real time.

import ControlTower
import Dispatch
import FileDriver
import Glibc
import InstalledPlugins
import Quantities
import RenderCore
import RigEngine
package import RigErrors
import RigFiles
import RigModel
import SoundFiles

/// The rate at which presets are rendered offline.
private let offlineRate = SampleRate(hertz: 48_000)
private let offlineBlock = 256
/// How often players' rings are filled; less than half of what they hold.
private let fillFrames = offlineBlock * 64

/// Renders a preset to one WAV file for each output route; the same input gives the same bytes.
///
/// A session of category audioProcessing, which has no output, has a file of its own (CAT-35).
///
/// - Parameters:
///   - preset: the preset's file.
///   - seconds: how much to render.
///   - directory: the folder for the files; it is made when missing.
///   - progress: gets the share (0…1) that is done.
/// - Returns: the files written, in the order of routes and sessions.
/// - Throws: what is wrong with the preset, its files or the folder.
package func renderOffline(
  preset: String,
  seconds: Double,
  directory: String,
  progress: (Double) -> Void
) throws(RigError) -> [String] {
  let world = loadedWorld()
  let rig = try readPreset(preset, world: world)
  let engine = try Engine(
    rig,
    world: world,
    sampleRate: offlineRate,
    blockFrames: offlineBlock,
    lanes: nil
  )
  try makeFolder(directory)
  let channels = engine.numberPorts()
  let routes = engine.outputFiles(in: directory, channels: channels)
  let taps = SessionTaps(engine.live, after: routes) { session in
    session.seat.configuration.category == .audioProcessing
  }
  engine.context.hooks.refine = taps.listen
  engine.context.publish(channels: channels, blockFrames: offlineBlock)
  engine.mixer.setLevels()
  engine.controller.settleWithoutDriver()
  if let refusal = engine.start().first { throw .data(refusal) }
  let outputs = routes + taps.files(in: directory)
  let frames = Seconds(seconds).frames(at: offlineRate).value
  let filling = DispatchGroup()
  engine.fillPlayers(filling)
  do {
    let driver = FileDriver(
      processor: engine.controller.processor,
      sampleRate: offlineRate,
      blockFrames: offlineBlock,
      outputs: outputs
    )
    try driver.render(frames: frames) { frame in
      // The rings are full now, and filled again by other cores while these blocks are rendered.
      if frame % fillFrames == 0 {
        filling.wait()
        engine.fillPlayers(filling)
      }
      engine.takeReports()
      if frame % (offlineBlock * 512) == 0 { progress(Double(frame) / Double(max(frames, 1))) }
    }
  } catch {
    throw .inputOutput("\(error)")
  }
  return outputs.map(\.path)
}

extension Engine {
  /// Numbers the rig's ports, inputs and outputs each from 0.
  func numberPorts() -> [PortKey: Int] { live.ports.numbered }

  func outputFiles(in directory: String, channels: [PortKey: Int]) -> [OutputFile] {
    live.routes.filter(\.isOutput).map { route in
      OutputFile(
        path: "\(directory)/\(route.route.name).wav",
        driverChannels: route.route.channels.indices.compactMap {
          channels[.route(route.route.name, channel: $0)]
        }
      )
    }
  }

  /// Fills the players' rings, each on a thread of its own: converting a sample rate costs more
  /// than rendering.
  func fillPlayers(_ group: DispatchGroup) {
    for channel in live.channels {
      for case let player? in channel.players {
        let file = player.file
        DispatchQueue.global().async(group: group) { file.fill() }
      }
    }
  }
}
