// SPDX-License-Identifier: Apache-2.0
// A session manager (NSM) that decides what a run plays, and when it is saved.

import ChildPrograms
import Glibc
import NSMClient
import RigErrors

/// Whether the environment names a session manager, which then decides what a run plays.
package var isSessionManagerNamed: Bool { NSMMembership.url(in: startEnvironment) != nil }

/// A run as the client of a session manager: the link to it, and the handling of its orders.
///
/// > Threading: Any.
struct NSMMembership: Sendable {
  let link: NSMLink
  /// The name that the session manager gives itself.
  let name: String

  static func url(in variables: [String: String]) -> String? {
    variables["NSM_URL"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Becomes a client of the session manager that the environment names, and waits for what it
  /// wants to be opened.
  ///
  /// - Parameters:
  ///   - name: the rig's name where nothing else names it.
  ///   - variables: the environment.
  ///   - report: takes the reason why the run is not managed although the environment names a
  ///     manager.
  /// - Returns: the manager with the first project; `nil` for a run of its own.
  static func join(
    as name: String,
    _ variables: [String: String],
    report: (String) -> Void
  ) async -> (manager: NSMMembership, project: NSMProject)? {
    guard let url = url(in: variables) else { return nil }
    do throws(RigError) {
      let link = try NSMLink(try NSMAddress(url))
      let executable = CommandLine.arguments.first ?? "tarmac"
      try link.announce(NSMIntroduction(name: name, executable: executable, process: getpid()))
      return try await join(link)
    } catch {
      report("The rig runs without the session manager at \(url): \(error.message)")
      return nil
    }
  }

  private static func join(
    _ link: NSMLink
  ) async throws(RigError) -> (manager: NSMMembership, project: NSMProject) {
    var name = "a session manager"
    for await news in link.news {
      switch news {
      case .accepted(let manager): name = manager
      case .refused(let reason): throw .refused("it does not want it (\(reason)).")
      case .silence: throw .unavailable("nobody answers there.")
      case .order(.open(let project)): return (NSMMembership(link: link, name: name), project)
      case .order(.save): link.refuse(.save, .notNow, "Nothing is open yet.")
      }
    }
    throw .unavailable("nobody answers there.")
  }

  /// Passes the manager's orders on to `take` from now on.
  func listen(_ take: @escaping @Sendable (NSMCommand) -> Void) {
    Task { [news = link.news] in
      for await news in news {
        if case .order(let order) = news { take(order) }
      }
    }
  }

  // MARK: Orders

  /// Saves a rig, and answers.
  func save(_ host: RigHost) async {
    do throws(RigError) {
      try await ProjectKeeper(host: host).save()
      link.answer(.save, "Saved.")
    } catch {
      link.refuse(.save, error.isForNow ? .notNow : .general, error.message)
    }
  }

  /// Begins with a project, a new one if there is none, and answers.
  ///
  /// - Throws: why it can't be opened; a project that has just been made is gone then.
  func begin(
    _ project: NSMProject,
    _ options: RunOptions,
    _ context: RunContext
  ) async throws(RigError) -> RigRun {
    try await answering(project) { (folder, isNew) async throws(RigError) in
      if isNew { try folder.make(from: options.preset) }
      return try await start(project, in: folder, isNew, options, context)
    }
  }

  /// Switches to another project, and answers; a project that can't be read leaves everything as it
  /// was.
  ///
  /// - Throws: why there is no rig any more.
  func open(
    _ project: NSMProject,
    insteadOf run: RigRun,
    _ options: RunOptions,
    _ context: RunContext
  ) async throws(RigError) -> RigRun {
    let next: RigRun? = try? await answering(project) { (folder, isNew) async throws(RigError) in
      if isNew { try folder.make(from: options.preset) }
      try await ProjectKeeper(host: run.host).check(folder.preset)
      await run.end(isSwitching: true)
      return try await start(project, in: folder, isNew, options, context)
    }
    if let next { return next }
    guard run.isOver else { return run }
    throw .unavailable("'\(project.displayName)' can't be opened, and the rig before it has ended.")
  }

  private func start(
    _ project: NSMProject,
    in folder: ProjectFolder,
    _ isNew: Bool,
    _ options: RunOptions,
    _ context: RunContext
  ) async throws(RigError) -> RigRun {
    var options = options
    (options.name, options.preset, options.project) = (project.clientID, folder.preset, folder)
    let run = try await RigRun(options, context)
    let keeper = ProjectKeeper(host: run.host)
    do throws(RigError) {
      if isNew { try await keeper.save() }
    } catch {
      await run.end()
      throw error
    }
    await keeper.begin { [link] in link.tell(isDirty: $0) }
    context.log.report(
      "Session '\(project.displayName)' of \(name): the rig is '\(project.clientID)', in \(folder.path)."
    )
    return run
  }

  private func answering(
    _ project: NSMProject,
    _ open: (ProjectFolder, _ isNew: Bool) async throws(RigError) -> RigRun
  ) async throws(RigError) -> RigRun {
    let folder = ProjectFolder(path: project.path)
    let (isNew, hadFolder) = (!folder.isThere, folder.hasFolder)
    do throws(RigError) {
      let run = try await open(folder, isNew)
      link.answer(.open(project), isNew ? "A new rig." : "Opened.")
      return run
    } catch {
      if isNew { folder.unmake(leavingFolder: hadFolder) }
      let code: NSMErrorCode =
        switch error.kind {
        case _ where isNew: .createFailed
        case _ where error.isForNow: .notNow
        case .data: .badProject
        default: .general
        }
      link.refuse(.open(project), code, error.message)
      throw error
    }
  }
}

extension RigError {
  /// Whether the same may succeed later.
  fileprivate var isForNow: Bool { kind == .busy || kind == .refused }
}
