// SPDX-License-Identifier: Apache-2.0
// The namespaces that LV2's terms live in.

/// A namespace; called with the name of a term it gives the term's URI.
struct Vocabulary {
  private let prefix: String

  func callAsFunction(_ name: String) -> String {
    prefix + name
  }

  /// The map of types in event buffers, for uri-map.
  static let eventMap = "http://lv2plug.in/ns/ext/event"

  static let core = Vocabulary(prefix: "http://lv2plug.in/ns/lv2core#")
  static let atom = Vocabulary(prefix: "http://lv2plug.in/ns/ext/atom#")
  static let bufferSize = Vocabulary(prefix: "http://lv2plug.in/ns/ext/buf-size#")
  static let doap = Vocabulary(prefix: "http://usefulinc.com/ns/doap#")
  static let event = Vocabulary(prefix: "http://lv2plug.in/ns/ext/event#")
  static let foaf = Vocabulary(prefix: "http://xmlns.com/foaf/0.1/")
  /// Where the values of a control are on its travel; a vocabulary of ours, for any plugin.
  static let law = Vocabulary(prefix: "urn:tarmac:law#")
  static let log = Vocabulary(prefix: "http://lv2plug.in/ns/ext/log#")
  static let midi = Vocabulary(prefix: "http://lv2plug.in/ns/ext/midi#")
  static let options = Vocabulary(prefix: "http://lv2plug.in/ns/ext/options#")
  static let patch = Vocabulary(prefix: "http://lv2plug.in/ns/ext/patch#")
  static let portGroups = Vocabulary(prefix: "http://lv2plug.in/ns/ext/port-groups#")
  static let portProperties = Vocabulary(prefix: "http://lv2plug.in/ns/ext/port-props#")
  static let presets = Vocabulary(prefix: "http://lv2plug.in/ns/ext/presets#")
  static let rdf = Vocabulary(prefix: "http://www.w3.org/1999/02/22-rdf-syntax-ns#")
  static let rdfs = Vocabulary(prefix: "http://www.w3.org/2000/01/rdf-schema#")
  static let resize = Vocabulary(prefix: "http://lv2plug.in/ns/ext/resize-port#")
  static let state = Vocabulary(prefix: "http://lv2plug.in/ns/ext/state#")
  static let time = Vocabulary(prefix: "http://lv2plug.in/ns/ext/time#")
  static let types = Vocabulary(prefix: "http://www.w3.org/2001/XMLSchema#")
  static let units = Vocabulary(prefix: "http://lv2plug.in/ns/extensions/units#")
  static let worker = Vocabulary(prefix: "http://lv2plug.in/ns/ext/worker#")
}
