// SPDX-License-Identifier: Apache-2.0
// Category, preferences, activation: in this order, each with its error.

internal import AudioSession
internal import Foundation
internal import Synchronization

/// A music player, without the music.
final class MusicPlayer: Sendable {
  let session = AVAudioSession.sharedInstance()
  private let playing = Mutex(false)

  var isPlaying: Bool { playing.withLock { $0 } }

  /// Says what the session is for and what hardware would suit it, before it becomes active.
  func prepare() {
    do {
      try session.setCategory(.playback, mode: .default)
    } catch {
      say("category refused: \(error.localizedDescription)")
    }
    do {
      try session.setPreferredSampleRate(44_100)
      try session.setPreferredIOBufferDuration(0.005)
    } catch {
      say("preference refused: \(error.localizedDescription)")
    }
  }

  /// Makes the session active and starts; only now the values of the hardware can be relied on.
  func play() {
    do {
      try session.setActive(true)
      try session.setPlaying(true)
    } catch let error as AVAudioSessionError {
      return say("refused: \(error.sessionCode), \(error.localizedDescription)")
    } catch {
      return say("failed: \(error.localizedDescription)")
    }
    playing.withLock { $0 = true }
    say("playing at \(session.sampleRate) Hz, \(session.ioBufferDuration) s per cycle")
  }

  /// Stops, and lets the interrupted sessions go on.
  func pause() {
    playing.withLock { $0 = false }
    do {
      try session.setPlaying(false)
      try session.setActive(false, options: .notifyOthersOnDeactivation)
    } catch {
      say("not deactivated: \(error.localizedDescription)")
    }
    say("paused")
  }

  /// Notes that something else has stopped the sound.
  func stopped() {
    playing.withLock { $0 = false }
  }
}

/// Writes a line without buffering.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
