// SPDX-License-Identifier: Apache-2.0
// The namespaces that LV2's terms live in.

/// A namespace; called with the name of a term it gives the term's URI.
struct Vocabulary {
  private let prefix: String

  func callAsFunction(_ name: String) -> String {
    prefix + name
  }

  static let core = Vocabulary(prefix: "http://lv2plug.in/ns/lv2core#")
  static let atom = Vocabulary(prefix: "http://lv2plug.in/ns/ext/atom#")
  static let log = Vocabulary(prefix: "http://lv2plug.in/ns/ext/log#")
  static let options = Vocabulary(prefix: "http://lv2plug.in/ns/ext/options#")
  static let portGroups = Vocabulary(prefix: "http://lv2plug.in/ns/ext/port-groups#")
  static let portProperties = Vocabulary(prefix: "http://lv2plug.in/ns/ext/port-props#")
  static let resize = Vocabulary(prefix: "http://lv2plug.in/ns/ext/resize-port#")
  static let units = Vocabulary(prefix: "http://lv2plug.in/ns/extensions/units#")
  static let worker = Vocabulary(prefix: "http://lv2plug.in/ns/ext/worker#")
}
