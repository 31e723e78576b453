// SPDX-License-Identifier: Apache-2.0
// What data files say that can't be true. It is found before lilv or a buffer is made by it.

internal import CLilv

/// What has been found wrong with the data files of a plugin while they were read.
final class FoundDefects {
  /// All, each a part of a sentence.
  private(set) var all: [String] = []
  /// The first for which the plugin can't be run.
  private(set) var obstacle: String?

  /// Notes something that is left out.
  func note(_ defect: String) {
    if !all.contains(defect) { all.append(defect) }
  }

  /// Notes something without which the plugin can't be run.
  func noteObstacle(_ defect: String) {
    note(defect)
    if obstacle == nil { obstacle = defect }
  }
}

extension PluginInfo {
  /// More ports than this are a mistake: each has a buffer for a whole block.
  static let mostPorts = 4_096
  /// The largest buffer that an event port may want, in bytes; the largest known one has 50
  /// million.
  static let mostPortBytes = 1 << 26
}

extension LV2World {
  /// What is wrong with the indices of a plugin's ports, a part of a sentence; `nil` when they can
  /// be counted.
  ///
  /// lilv makes a list as long as the greatest index says, and has no ports at all where one is
  /// missing or has no symbol. So it is asked for ports only when there is nothing wrong.
  func portDefect(of plugin: OpaquePointer) -> String? {
    let uri = unsafe LV2World.text(lilv_plugin_get_uri(plugin)) ?? ""
    if let known = portDefects[uri] { return known }
    let defect = unsafe PortIndices(of: plugin, in: self).defect
    portDefects[uri] = .some(defect)
    return defect
  }
}

/// Where the data files say that the ports of a plugin are.
private struct PortIndices {
  private var symbols: [Int: String] = [:]
  private(set) var defect: String?

  init(of plugin: OpaquePointer, in world: LV2World) {
    guard
      let ports = unsafe lilv_plugin_get_value(plugin, world.node(Vocabulary.core("port")))
    else { return }
    defer { unsafe lilv_nodes_free(ports) }
    var position = unsafe lilv_nodes_begin(ports)
    while unsafe defect == nil && !lilv_nodes_is_end(ports, position) {
      if let port = unsafe lilv_nodes_get(ports, position) {
        defect = unsafe take(port, in: world)
      }
      unsafe position = lilv_nodes_next(ports, position)
    }
    if defect == nil, let hole = (0..<symbols.count).first(where: { symbols[$0] == nil }) {
      defect = "there is no port \(hole), but ports behind it"
    }
    if unsafe defect == nil && lilv_plugin_get_num_ports(plugin) != symbols.count {
      defect = "something is said to be a port that is none"
    }
  }

  /// Takes the index of a port; returns what is wrong with it.
  private mutating func take(_ port: OpaquePointer, in world: LV2World) -> String? {
    guard unsafe lilv_node_is_blank(port) || lilv_node_is_uri(port) else {
      return "a port is no more than a text or a number"
    }
    let said = { (name: String) in
      unsafe LV2World.take(
        lilv_world_get(world.pointer, port, world.node(Vocabulary.core(name)), nil)
      )
    }
    guard let symbol = said("symbol") else { return "a port has no symbol" }
    guard PortIndices.isSymbol(symbol) else {
      return "a port has the symbol '\(symbol)', which is none"
    }
    guard let text = said("index") else { return "the port '\(symbol)' has no index" }
    guard let index = Int(text), (0..<PluginInfo.mostPorts).contains(index) else {
      return "the port '\(symbol)' has the index \(text), "
        + "which is not a whole number from 0 to \(PluginInfo.mostPorts - 1)"
    }
    // Files that are read twice say everything twice.
    if let other = symbols[index], other != symbol {
      // The order in which lilv finds them is nobody's.
      let (first, second) = (min(other, symbol), max(other, symbol))
      return "the ports '\(first)' and '\(second)' both have the index \(index)"
    }
    symbols[index] = symbol
    return nil
  }

  private static func isSymbol(_ text: String) -> Bool {
    let isPart = { (letter: Character) in
      letter.isASCII && (letter.isLetter || letter.isNumber || letter == "_")
    }
    return text.first.map { !$0.isNumber } ?? false && text.allSatisfy(isPart)
  }
}

extension PluginReader {
  /// A number that is said of a port or parameter, if it can be one of 32 bits.
  func number(in node: OpaquePointer, _ word: String, of owner: String) -> Float? {
    let text = unsafe LV2World.text(node) ?? ""
    // lilv takes what it can't read for 0.
    guard let value = Float(text), value.isFinite else {
      defects.note("the \(word) of '\(owner)' is '\(text)', which is no number")
      return nil
    }
    return value
  }

  /// The size that a port wants for its events.
  func minimumSize(_ text: String?, of port: String) -> Int? {
    guard let text else { return nil }
    guard let size = Int(text), (0...PluginInfo.mostPortBytes).contains(size) else {
      defects.noteObstacle(
        "the port '\(port)' wants a buffer of \(text) bytes, "
          + "and 0 to \(PluginInfo.mostPortBytes) are possible"
      )
      return nil
    }
    return size
  }

  /// Notes a range that is none, and a default beyond one.
  func judge(_ value: Float?, _ least: Float?, _ most: Float?, of owner: String) {
    if let least, let most, least > most {
      defects.note("the minimum of '\(owner)' is above its maximum")
    } else if let value, value < least ?? value || value > most ?? value {
      defects.note("the default of '\(owner)' is beyond its range")
    }
  }
}
