// SPDX-License-Identifier: Apache-2.0
// A refusal in words.

extension Refusal {
  /// What was refused and why: one sentence that ends in the rule's ID.
  package var sentence: String {
    "\(problem): \(rule.sentence ?? "see the rule") (\(rule))."
  }

  var problem: String {
    switch reason {
    case .unknownSession(let id):
      "There is no session '\(id.name)'"
    case .duplicateSession(let id):
      "There is a session '\(id.name)' already"
    case .incompatibleMode(let mode, let category):
      "Mode \(mode.rawValue) does not go with category \(category.rawValue)"
    case .incompatibleOption(let option, let category):
      "Option \(option.rawValue) does not go with category \(category.rawValue)"
    case .incompatiblePolicy(let policy):
      "Policy \(policy.rawValue) does not go with this category, mode and these options"
    case .insufficientPriority:
      "Refused because of \(cause.map(\.description) ?? "something more important")"
    case .doNotInterrupt(let name):
      "'\(name)' has turned do-not-interrupt on"
    case .cannotInterruptOthers:
      "A session in the background cannot interrupt others"
    case .notRinging(let interrupter):
      "The \(interrupter.rawValue) does not ring"
    case .suspended(let id):
      "Session '\(id.name)' is in the background and does not run there"
    case .categoryForbidsPlayback(let category):
      "A session of category \(category.rawValue) cannot play"
    case .categoryForbidsInput(let category):
      "A session of category \(category.rawValue) hears no input"
    case .categoryForbidsOverride(let category):
      "A session of category \(category.rawValue) cannot override its output"
    case .sessionNotActive(let id):
      "Session '\(id.name)' is not active"
    case .unknownPort(let id):
      "There is no route '\(id)' at the moment"
    case .duplicatePort(let id):
      "Route '\(id)' is there already"
    case .noInput(let id):
      "There is no input for session '\(id.name)'"
    case .portNotAvailable(let port, let session):
      "Session '\(session.name)' cannot use route '\(port)'"
    case .fixedVolume(let port):
      "Route '\(port)' has no volume"
    case .badVolume(let port):
      "The volume for route '\(port)' is not a number"
    case .badValue(let preference):
      "The wish for \(preference.text) is out of range"
    case .mediaServicesLost:
      "The audio server is gone"
    case .systemSoundsSilenced:
      "System sounds are silent at the moment"
    case .notConnectable(let from, let to):
      "Session '\(from.name)' cannot send to session '\(to.name)'"
    case .connectionCycle(let sessions):
      "The sound would go round in a circle: \(sessions.map(\.name).joined(separator: " -> "))"
    }
  }
}
