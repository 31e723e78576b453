// SPDX-License-Identifier: Apache-2.0
// Facts about the program as a whole for all pages: its environment and its exit codes.

/// Facts that belong to no single command.
enum ProgramFacts {
  /// The variables of the environment that the program reads, and what each is for.
  static let environment = [
    (
      "XDG_RUNTIME_DIR",
      "The control socket is tarmac/NAME.sock in it; without it, in /tmp/tarmac-UID."
    ),
    ("TARMAC_SOCKET", "Another path of the control socket, when no --name is given."),
    ("XDG_STATE_HOME", "The folder in which rigs keep what they remember."),
    ("JACK_DEFAULT_SERVER", "The name of the JACK server to attach to or to start."),
    ("LV2_PATH", "The folders of plugins, separated by colons, instead of the usual ones."),
    ("TARMAC_SOUND_CARDS", "Where sound cards are listed, instead of /proc/asound."),
    ("NO_COLOR", "Anything here turns colours off."),
  ]
}

extension ExitCode {
  /// When a command ends with this code.
  var meaning: String {
    switch self {
    case .success: "Done."
    case .failure:
      "Understood, and the answer is no: the rules refuse, something is missing (tarmac doctor), or a log is not as it was kept (--expect)."
    case .usage: "The command line is wrong."
    case .data: "A preset, a path or a value is wrong."
    case .unavailable: "There is no rig, or no JACK server."
    case .software: "Tarmac itself failed."
    case .system: "The system has no more memory for it."
    case .io: "A file or a connection broke."
    case .busy: "Not at the moment: the rig starts or is being reloaded; try again."
    case .unfinished:
      "The rig has ended as it should, but something did not come to its end in time."
    case .permission: "Permission denied."
    }
  }
}
