// SPDX-License-Identifier: Apache-2.0
// Starts this program again, as a child that may die.

/// Starts the program again with `arguments`, in a session of its own, and in a sandbox if there is
/// a plan of one.
///
/// - Parameters:
///   - arguments: what follows the program's name.
///   - files: descriptors of ours by their numbers there; what it writes to its terminal is else
///     thrown away.
///   - environment: its variables; without them, what this process has.
///   - sandbox: what it may write; `nil` without a sandbox.
/// - Returns: the process.
/// - Throws: what the system says when there is no room for a process.
package func startProgramAgain(
  _ arguments: [String],
  files: [Int32: Int32],
  environment: [String: String] = startEnvironment,
  sandbox: SandboxPlan? = nil
) throws(SpawnError) -> Int32 {
  let command = ["tarmac"] + (sandbox?.words(before: arguments) ?? arguments)
  var recipe = SpawnRecipe(command: command, environment: environment, files: files)
  recipe.program = "/proc/self/exe"
  return try recipe.spawn()
}
