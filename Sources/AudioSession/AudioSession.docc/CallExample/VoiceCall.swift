// SPDX-License-Identifier: Apache-2.0
// What a call asks for: channels, category, permission; then activation, and the switches beside
// the picture.

internal import AudioSession
internal import Foundation

/// A call over a network, without the network part.
final class VoiceCall: Sendable {
  let session = AVAudioSession.sharedInstance()

  /// Asks first of all for the JACK ports it needs: one for the other caller's voice, one for the
  /// microphone.
  func open() {
    attempt("one channel each way") {
      try session.setProgramChannels(playback: 1, capture: 1)
    }
  }

  /// Says what the session is for.
  func prepare() {
    attempt("prepared") {
      try session.setCategory(.playAndRecord, mode: .voiceChat)
      try session.setPreferredIOBufferDuration(0.01)
      // A user who is on the phone does not want to hear it ring. A second call that is accepted
      // still interrupts.
      try session.setPrefersNoInterruptionsFromSystemAlerts(true)
    }
  }

  /// Begins the call once the user allows recording; without it the other caller would hear
  /// nothing.
  func begin() async {
    guard await AVAudioApplication.requestRecordPermission() else { return say("may not record") }
    do {
      try await session.activate()
      try session.setPlaying(true)
      say("calling")
    } catch let error as AVAudioSessionError {
      say("refused: \(error.sessionCode), \(error.localizedDescription)")
    } catch {
      say("failed: \(error.localizedDescription)")
    }
  }

  /// Ends the call, and lets the sessions that it has interrupted go on.
  func end() async {
    do {
      try await session.deactivate(options: .notifyOthersOnDeactivation)
      say("hung up")
    } catch {
      say("failed: \(error.localizedDescription)")
    }
  }

  func mute(_ isMuted: Bool) {
    attempt(isMuted ? "muting" : "unmuting") {
      try AVAudioApplication.shared.setInputMuted(isMuted)
    }
  }

  func useSpeaker(_ isWanted: Bool) {
    attempt(isWanted ? "to the speaker" : "to the ear") {
      try session.overrideOutputAudioPort(isWanted ? .speaker : .none)
    }
  }

  private func attempt(_ sentence: String, _ work: () throws -> Void) {
    do {
      try work()
      say(sentence)
    } catch {
      say("failed: \(error.localizedDescription)")
    }
  }
}

/// Writes a line without buffering.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
