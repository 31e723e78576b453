// SPDX-License-Identifier: Apache-2.0
// A planted defect: which one is on says the environment variable TARMAC_MUTANT. Only `make
// mutants` builds this.

internal import Glibc

struct Mutant {
  let number: Int
  let isOn: Bool
  var isOff: Bool { !isOn }

  private static let current = getenv("TARMAC_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0

  static subscript(number: Int) -> Mutant { Mutant(number: number, isOn: number == current) }

  func drop<Value>(_ value: Value?) -> Value? { isOn ? nil : value }
}

/// The left side of an operator and the defect at it.
struct Marked<Value> {
  let value: Value
  let mutant: Mutant
}

precedencegroup MarkedComparison {
  higherThan: LogicalConjunctionPrecedence
  lowerThan: ComparisonPrecedence
  associativity: left
}

precedencegroup MarkedCondition {
  higherThan: TernaryPrecedence
  lowerThan: LogicalDisjunctionPrecedence
  associativity: left
}

infix operator <!> : MarkedComparison
infix operator <?> : MarkedCondition
infix operator <&> : LogicalConjunctionPrecedence
infix operator <&&> : LogicalConjunctionPrecedence
infix operator <|> : LogicalDisjunctionPrecedence
infix operator <||> : LogicalDisjunctionPrecedence
infix operator <+> : AdditionPrecedence
infix operator <++> : AdditionPrecedence

func <!> (value: Bool, mutant: Mutant) -> Bool { value != mutant.isOn }
func <?> (value: Bool, mutant: Mutant) -> Bool { value != mutant.isOn }

func <&> (value: Bool, mutant: Mutant) -> Marked<Bool> { Marked(value: value, mutant: mutant) }
func <|> (value: Bool, mutant: Mutant) -> Marked<Bool> { Marked(value: value, mutant: mutant) }

func <&&> (left: Marked<Bool>, right: @autoclosure () throws -> Bool) rethrows -> Bool {
  left.mutant.isOn ? try left.value || right() : try left.value && right()
}

func <||> (left: Marked<Bool>, right: @autoclosure () throws -> Bool) rethrows -> Bool {
  left.mutant.isOn ? try left.value && right() : try left.value || right()
}

func <+> <Element>(list: [Element], mutant: Mutant) -> Marked<[Element]> {
  Marked(value: list, mutant: mutant)
}

/// The defect of this number puts the right side first, the next one leaves it out.
func <++> <Element>(left: Marked<[Element]>, right: [Element]) -> [Element] {
  if left.mutant.isOn { return right + left.value }
  return Mutant[left.mutant.number + 1].isOn ? left.value : left.value + right
}
