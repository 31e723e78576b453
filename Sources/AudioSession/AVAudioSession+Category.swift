// SPDX-License-Identifier: Apache-2.0
// What the session is for: category, mode, options, policy.

import ControlProtocol

extension AVAudioSession {
  /// Sets the category; mode and policy become the default ones, options none.
  public func setCategory(_ category: Category) throws {
    try setCategory(category, mode: .default, policy: .default, options: [])
  }

  /// Sets the category with options; mode and policy become the default ones.
  public func setCategory(_ category: Category, options: CategoryOptions) throws {
    try setCategory(category, mode: .default, policy: .default, options: options)
  }

  /// Sets category, mode and options; the policy becomes the default one.
  public func setCategory(
    _ category: Category,
    mode: Mode,
    options: CategoryOptions = []
  ) throws {
    try setCategory(category, mode: mode, policy: .default, options: options)
  }

  /// Sets category, mode, policy and options, all or none of them.
  public func setCategory(
    _ category: Category,
    mode: Mode,
    policy: RouteSharingPolicy,
    options: CategoryOptions = []
  ) throws {
    try link.send(
      ClientSetCategoryRequest(
        category: category.word,
        mode: mode.word,
        options: try options.words,
        policy: policy.word
      )
    )
  }

  /// Sets the mode.
  public func setMode(_ mode: Mode) throws {
    try link.send(ClientSetModeRequest(mode: mode.word))
  }

  /// The category.
  public var category: Category {
    state.map { Category(word: $0.configuration.category) } ?? .soloAmbient
  }

  /// The mode.
  public var mode: Mode {
    state.map { Mode(word: $0.configuration.mode) } ?? .default
  }

  /// The options in force, with those that the mode or another option brings along.
  public var categoryOptions: CategoryOptions {
    CategoryOptions(words: state?.configuration.options ?? [])
  }

  /// The route-sharing policy.
  public var routeSharingPolicy: RouteSharingPolicy {
    state.flatMap { RouteSharingPolicy(word: $0.configuration.policy) } ?? .default
  }

  /// The categories that make sense on this rig: without an input none that records.
  public var availableCategories: [Category] {
    state?.available.categories.map(Category.init(word:)) ?? []
  }

  /// The modes that make sense on this rig.
  public var availableModes: [Mode] {
    state?.available.modes.map(Mode.init(word:)) ?? []
  }
}
