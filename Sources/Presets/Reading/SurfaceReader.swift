// SPDX-License-Identifier: Apache-2.0
// Reads which doors a rig opens for control.

import RigModel

extension Surfaces {
  /// Reads `surfaces`.
  static func read(_ node: YAMLNode?, _ log: ProblemLog) -> Surfaces {
    var surfaces = Surfaces()
    guard let node, let fields = Fields(node, .surfaces, log) else { return surfaces }
    surfaces.osc = fields["osc"].flatMap { OSCSettings($0, log) }
    surfaces.web = fields["web"].flatMap { WebSettings($0, log) }
    return surfaces
  }
}

extension OSCSettings {
  /// Reads `osc`; `nil` for `off`.
  init?(_ node: YAMLNode, _ log: ProblemLog) {
    self.init()
    if let isOn = node.switchAlone(as: "osc", log) {
      guard isOn else { return nil }
      return
    }
    guard let fields = Fields(node, .osc, log) else { return nil }
    address = fields.address("address", default: address)
    port = fields.wholeNumber("port") ?? port
    usesTCP = fields.boolean("tcp")
    queryPort = fields.wholeNumber("query_port")
    senders = fields["from"]?.list(as: "from", log)?.compactMap { $0.networkAddress(log) }
  }
}

extension WebSettings {
  /// Reads `web`; `nil` for `off`.
  init?(_ node: YAMLNode, _ log: ProblemLog) {
    self.init()
    if let isOn = node.switchAlone(as: "web", log) {
      guard isOn else { return nil }
      return
    }
    guard let fields = Fields(node, .web, log) else { return nil }
    address = fields.address("address", default: address)
    port = fields.wholeNumber("port") ?? port
    hosts = fields["hosts"]?.list(as: "hosts", log)?.compactMap { $0.hostName(log) } ?? []
  }
}

extension Fields {
  /// An address of this machine.
  fileprivate func address(_ key: String, default usual: String) -> String {
    self[key]?.networkAddress(log) ?? usual
  }
}

extension YAMLNode {
  /// `on` or `off` in place of a mapping.
  func switchAlone(as name: String, _ log: ProblemLog) -> Bool? {
    guard case .scalar = content else { return nil }
    return boolean(as: name, log) ?? false
  }

  /// The name of a machine, without a port.
  fileprivate func hostName(_ log: ProblemLog) -> String? {
    guard let text = text(as: "a name", log) else { return nil }
    guard text.utf8.count <= 253,
      text.wholeMatch(of: #/[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?/#) != nil
    else {
      log.report(
        position,
        "\(text.quoted) is no name of a machine: write one such as mixer.local, without port or path"
      )
      return nil
    }
    return text
  }

  /// A numeric address: names would have to be looked up, and may later mean another machine.
  fileprivate func networkAddress(_ log: ProblemLog) -> String? {
    guard let text = text(as: "an address", log) else { return nil }
    guard NetworkAddress.isValid(text) else {
      log.report(
        position,
        "\(text.quoted) is no address: write it in numbers, such as 127.0.0.1, 0.0.0.0 for all or ::1"
      )
      return nil
    }
    return text
  }
}
