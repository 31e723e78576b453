// SPDX-License-Identifier: Apache-2.0
// Starts this program again, as a child that may die.

/// Starts the program again with `arguments`, in a process group of its own.
///
/// - Parameters:
///   - arguments: what follows the program's name.
///   - files: descriptors of ours by their numbers there; what it writes to its terminal is else thrown away.
///   - environment: its variables; without them, what this process has.
/// - Returns: the process.
/// - Throws: what the system says when there is no room for a process.
package func startProgramAgain(
  _ arguments: [String],
  files: [Int32: Int32],
  environment: [String: String] = startEnvironment
) throws(SpawnError) -> Int32 {
  var recipe = SpawnRecipe(command: ["tarmac"] + arguments, environment: environment, files: files)
  recipe.program = "/proc/self/exe"
  return try recipe.spawn()
}
