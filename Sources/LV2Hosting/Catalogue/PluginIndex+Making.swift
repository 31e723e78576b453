// SPDX-License-Identifier: Apache-2.0
// Makes the index from the manifests of all bundles.

extension PluginIndex {
  /// Reads all manifests.
  ///
  /// A bundle that speaks of a plugin is loaded with it: it may hold presets, ports for it to be
  /// made after, or more data, and say so in whatever way.
  init(path: String, reading bundles: [BundleStamp]) {
    self.init(path: path, bundles: bundles)
    let manifests = bundles.map { bundle -> Manifest in
      do throws(DataProblem) {
        return try Manifest(bundle.path)
      } catch {
        problems.append("\(bundle.path)manifest.ttl can't be read: \(error.sentence)")
        return Manifest()
      }
    }
    for (bundle, manifest) in manifests.enumerated() {
      for uri in manifest.plugins { take(uri, at: bundle, manifests) }
      if manifest.isSpecification { specifications.insert(bundle) }
    }
    relate(manifests)
  }

  /// The newest of several bundles with one plugin is its home, else the first.
  private mutating func take(_ uri: String, at bundle: Int, _ manifests: [Manifest]) {
    guard let other = homes[uri] else { return homes[uri] = bundle }
    if manifests[other].version(of: uri) < manifests[bundle].version(of: uri) {
      homes[uri] = bundle
    }
  }

  private mutating func relate(_ manifests: [Manifest]) {
    var described: [String: Set<Int>] = [:]
    for (bundle, manifest) in manifests.enumerated() {
      for uri in manifest.described { described[uri, default: []].insert(bundle) }
      for uri in manifest.mentioned {
        guard let home = homes[uri], home != bundle, !manifest.plugins.contains(uri) else {
          continue
        }
        related[uri, default: []].insert(bundle)
      }
    }
    for (uri, home) in homes {
      var waiting = manifests[home].prototypes(of: uri)
      var seen: Set<String> = []
      while let prototype = waiting.popLast() {
        guard seen.insert(prototype).inserted else { continue }
        for bundle in described[prototype] ?? [] {
          waiting += manifests[bundle].prototypes(of: prototype)
          if bundle != home { related[uri, default: []].insert(bundle) }
        }
      }
    }
  }
}

/// What a manifest says that concerns more than its own bundle.
private struct Manifest {
  private var triples = Triples()

  init() {}

  /// Reads the manifest of a bundle, whose path ends in a slash.
  init(_ bundle: String) throws(DataProblem) {
    triples = try DataFile.triplesOfBundle(bundle + "manifest.ttl")
  }

  private func isA(_ subject: Term, _ type: String) -> Bool {
    triples.has(subject, Vocabulary.rdf("type"), .uri(type))
  }

  var plugins: Set<String> {
    Set(triples.subjects.filter { isA($0, Vocabulary.core("Plugin")) }.compactMap(\.uri))
  }

  /// Whether it declares classes, units, groups or parameters; other specifications are for
  /// authors.
  var isSpecification: Bool {
    ["lv2core", "extensions/units", "ext/port-groups", "ext/parameters"].contains {
      let uri = Term.uri("http://lv2plug.in/ns/" + $0)
      return isA(uri, Vocabulary.core("Specification"))
    }
  }

  /// What it says something of.
  var described: Set<String> { Set(triples.subjects.compactMap(\.uri)) }

  /// Everything with a URI that it names.
  var mentioned: Set<String> {
    triples.subjects.reduce(into: described) { all, subject in
      for statement in triples.statements(of: subject) {
        if let uri = statement.object.uri { all.insert(uri) }
      }
    }
  }

  func prototypes(of uri: String) -> [String] {
    triples.objects(of: .uri(uri), Vocabulary.core("prototype")).compactMap(\.uri)
  }

  /// The version of a plugin, as one number; most say it in another file.
  func version(of uri: String) -> Int {
    let files = triples.objects(of: .uri(uri), Vocabulary.rdfs("seeAlso")).compactMap(\.path)
    let all = [triples] + files.compactMap { try? DataFile.triplesOfBundle($0) }
    let numbers = ["minorVersion", "microVersion"].map { name in
      all.lazy.compactMap { $0.object(of: .uri(uri), Vocabulary.core(name))?.text }.first
        .flatMap { Int32($0, radix: 10) } ?? 0
    }
    return Int(numbers[0]) << 32 + Int(numbers[1])
  }
}
