// SPDX-License-Identifier: Apache-2.0
// What holds between the keys of a session, as far as a schema can see: made from the tower's own
// tables.

import ControlTower
import RigModel

extension Category {
  /// A session of this category, which it names or has by its role.
  var schema: SchemaNode {
    let roles = Role.allCases.filter { $0.defaults.category == self }
    let byRole: SchemaNode = .all([.key("role", .words(roles)), .lacks(["category"])])
    let byDefault: SchemaNode = .lacks(["category", "role"])
    return .any(
      [.key("category", .words(names))] + (roles.isEmpty ? [] : [byRole])
        + (self == Self.usual ? [byDefault] : [])
    )
  }

  /// That of a session without category and role.
  static let usual = Category.soloAmbient
}

/// The rules of a session.
enum SessionRules {
  static let all: [SchemaNode] =
    [.notBoth("source", "sources")] + modes + options
    + [longForms, duck, output, input, isolation, partners]

  /// Which mode goes with which categories.
  private static let modes: [SchemaNode] = Mode.usable
    .filter { $0.categories.count < Category.allCases.count }
    .map { mode in .when(.key("mode", .words([mode])), sessions(of: mode.categories.contains)) }

  /// Which option goes with which categories.
  private static let options: [SchemaNode] = CategoryOption.allCases.map { option in
    .when(lists("options", [option]), sessions(of: option.categories.contains))
  }

  /// The long forms go with a category and some modes, and without options.
  private static let longForms: SchemaNode = {
    let fitting = Mode.usable.filter { goes(.longFormAudio, with: .playback, mode: $0) }
    let options = roles { !$0.options.filter { $0.categories.contains(.playback) }.isEmpty }
    let modes = roles { $0.mode.categories.contains(.playback) && !fitting.contains($0.mode) }
    return .when(
      .key("policy", .words(longPolicies)),
      .all([
        .definition(.category(.playback)), .optional("options", ["maxItems": 0]),
        .optional("mode", .words(fitting)), .any([.has("options"), .not(options)]),
        .any([.has("mode"), .not(modes)]),
      ])
    )
  }()

  /// A duck goes with the option for it.
  private static let duck: SchemaNode = {
    let ducking = sessions(of: CategoryOption.duckOthers.categories.contains)
    let isPreferred: SchemaNode = .all([
      lists("preferred_options", [.duckOthers]), ducking,
      .not(.key("policy", .words(longPolicies))),
    ])
    let byRole: SchemaNode = .all([
      roles { $0.options.contains(.duckOthers) }, .lacks(["options"]), ducking,
    ])
    return .when(.has("duck"), .any([lists("options", [.duckOthers]), isPreferred, byRole]))
  }()

  /// Not all categories have outputs, and not all hear inputs.
  private static let output: SchemaNode = .when(
    .key("sends", ["minItems": 1]),
    .not(.any([sessions { !$0.behaviour.hasOutput }, besideOthers { !$0.behaviour.hasOutput }]))
  )
  private static let input: SchemaNode = .when(
    .term(.hearsInput),
    .not(
      .any([
        sessions { !$0.behaviour.hasInput }, besideOthers { !$0.behaviour.hasInput },
        .all([
          roles { $0.categoryBesideOthers?.behaviour.hasInput == false },
          .lacks(["when_other_audio_playing"]),
        ]),
      ])
    )
  )

  /// There must be plugins to isolate, and no insert.
  private static let isolation: SchemaNode = .when(
    .key("isolation", .words(Isolation.allCases.filter(\.isSeparate))),
    .key("graph", .not(["type": "array", "contains": .has("insert")]))
  )

  /// What hears other sessions must allow it, and mix.
  private static let partners: SchemaNode = .when(
    .term(.hearsSession),
    .all([
      .key("inter_session", .term(.on)), .optional("background_audio", .term(.on)),
      .any([
        sessions { if case .always = $0.behaviour.mixing { true } else { false } },
        lists("options", mixing), lists("preferred_options", mixing),
        .all([roles { !$0.options.isDisjoint(with: mixing) }, .lacks(["options"])]),
      ]),
    ])
  )

  // MARK: Words of the tower

  private static let longPolicies = RouteSharingPolicy.usable.filter { policy in
    !goes(policy, with: .ambient, mode: .default)
  }

  private static func goes(
    _ policy: RouteSharingPolicy,
    with category: Category,
    mode: Mode
  ) -> Bool {
    var session = SessionConfiguration(id: SessionID("any"), category: category, mode: mode)
    session.policy = policy
    return !session.refusals().contains { $0.reason == .incompatiblePolicy(policy) }
  }

  /// The options with which a session mixes.
  private static let mixing = CategoryOption.allCases.filter { option in
    SessionConfiguration(id: SessionID("any"), category: .playback, options: [option]).isMixable
  }

  private static func sessions(of isMeant: (Category) -> Bool) -> SchemaNode {
    .any(Category.allCases.filter(isMeant).map { .definition(.category($0)) })
  }

  private static func besideOthers(_ isMeant: (Category) -> Bool) -> SchemaNode {
    .key("when_other_audio_playing", .words(Category.allCases.filter(isMeant).flatMap(\.names)))
  }

  private static func roles(_ isMeant: (RoleDefaults) -> Bool) -> SchemaNode {
    .key("role", .words(Role.allCases.filter { isMeant($0.defaults) }))
  }

  private static func lists(_ key: String, _ options: [CategoryOption]) -> SchemaNode {
    .key(key, .contains(.words(options.flatMap(\.names))))
  }
}
