// Puts mutants, small faults, into the Swift files of a directory. All are present at the same
// time; each is activated by its number when the program runs.
//
//     rewrite SOURCES TARGET LEFT-OUT
//
// writes the files of SOURCES to TARGET, without the mutants whose numbers are in the file
// LEFT-OUT, and prints a line for each mutant: number, file, line, kind, first and last line of the
// statement and of the function around it, and the replacement. Line numbers stay the same.
import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

struct Mutant {
  var number: Int
  var line: Int
  var kind: String
  var statement: ClosedRange<Int>
  var function: ClosedRange<Int>
  var description: String
}

/// Texts to insert between the tokens of a file.
struct Edits {
  private enum Side: Int { case close, open, replacement }
  private var edits: [(offset: Int, side: Side, order: Int, length: Int, text: String)] = []

  mutating func wrap(_ node: some SyntaxProtocol, _ head: String, _ tail: String = ")") {
    let order = edits.count
    edits.append((node.positionAfterSkippingLeadingTrivia.utf8Offset, .open, order, 0, head))
    edits.append((node.endPositionBeforeTrailingTrivia.utf8Offset, .close, -order, 0, tail))
  }

  mutating func replace(_ node: some SyntaxProtocol, _ text: String) {
    let offset = node.positionAfterSkippingLeadingTrivia.utf8Offset
    edits.append((offset, .replacement, 0, node.trimmedLength.utf8Length, text))
  }

  func applied(to source: [UInt8]) -> [UInt8] {
    var (result, end) = ([UInt8](), 0)
    for edit in edits.sorted(by: {
      ($0.offset, $0.side.rawValue, $0.order) < ($1.offset, $1.side.rawValue, $1.order)
    }) {
      result += source[end..<edit.offset]
      result += Array(edit.text.utf8)
      end = edit.offset + edit.length
    }
    return result + source[end...]
  }
}

/// The functions that replace operators, and what their mutants do.
let operators: [String: (function: String, mutants: [String])] = [
  "&&": ("mutantAnd", ["||"]), "||": ("mutantOr", ["&&"]),
  "<": ("mutantLess", ["<="]), "<=": ("mutantAtMost", ["<"]),
  ">": ("mutantGreater", [">="]), ">=": ("mutantAtLeast", [">"]),
  "+": ("mutantPlus", ["left only", "-"]), "-": ("mutantMinus", ["left only", "+"]),
  "*": ("mutantTimes", ["left only", "+"]), "/": ("mutantQuotient", ["left only", "rounded up"]),
  "%": ("mutantRemainder", ["left only", "/"]),
  "<<": ("mutantShiftLeft", ["left only", ">>"]), ">>": ("mutantShiftRight", ["left only", "<<"]),
  "&": ("mutantBitAnd", ["left only", "|"]), "|": ("mutantBitOr", ["left only", "&"]),
  "..<": ("mutantUpTo", ["one more"]),
]
let comparisons: Set = ["<", "<=", ">", ">=", "==", "!=", "===", "!==", "~="]
let bounds = ["min": "mutantMin", "max": "mutantMax"]

final class Mutator: SyntaxVisitor {
  private let locations: SourceLocationConverter
  private let leftOut: Set<Int>
  private(set) var next: Int
  private var negated: Set<SyntaxIdentifier> = []
  private var functions: [ClosedRange<Int>] = []
  private var initializers = 0
  private(set) var edits = Edits()
  private(set) var mutants: [Mutant] = []

  init(_ tree: Syntax, locations: SourceLocationConverter, first: Int, leftOut: Set<Int>) {
    self.locations = locations
    self.leftOut = leftOut
    next = first
    super.init(viewMode: .sourceAccurate)
    walk(tree)
  }

  // MARK: Noting

  private func lines(_ node: some SyntaxProtocol) -> ClosedRange<Int> {
    let first = locations.location(for: node.positionAfterSkippingLeadingTrivia).line
    return first...locations.location(for: node.endPositionBeforeTrailingTrivia).line
  }

  /// Numbers the mutants of one place; `edit` is called with the first number if they are wanted.
  private func add(
    _ kind: String, _ node: some SyntaxProtocol, _ descriptions: [String],
    edit: (inout Edits, Int) -> Void
  ) {
    let first = next
    next += descriptions.count
    guard !leftOut.contains(first) else { return }
    var statement = Syntax(node)
    while let parent = statement.parent, !statement.is(CodeBlockItemSyntax.self) {
      statement = parent
    }
    for (index, description) in descriptions.enumerated() {
      mutants.append(
        Mutant(
          number: first + index, line: lines(node).lowerBound, kind: kind,
          statement: lines(statement), function: functions.last ?? lines(statement),
          description: description))
    }
    edit(&edits, first)
  }

  private func text(_ node: some SyntaxProtocol) -> String {
    node.trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func negate(_ node: ExprSyntax) {
    guard negated.insert(node.id).inserted else { return }
    add("negated", node, ["\(text(node))  →  !(…)"]) { $0.wrap(node, "mutantNot(\($1), ") }
  }

  /// Negates a condition, or its parts.
  private func negateParts(of node: ExprSyntax) {
    if let infix = node.as(InfixOperatorExprSyntax.self),
      let name = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text,
      comparisons.contains(name) || name == "&&" || name == "||"
    {
      return
    }
    if let tuple = node.as(TupleExprSyntax.self), let only = tuple.elements.first,
      tuple.elements.count == 1
    {
      return negateParts(of: only.expression)
    }
    if let prefix = node.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
      return negateParts(of: prefix.expression)
    }
    if node.is(BooleanLiteralExprSyntax.self) { return }
    negate(node)
  }

  // MARK: What is left alone

  private func enter(
    _ node: some SyntaxProtocol, _ attributes: AttributeListSyntax
  ) -> SyntaxVisitorContinueKind {
    let names = attributes.compactMap { attribute in
      attribute.as(AttributeSyntax.self)?.attributeName.trimmedDescription
    }
    functions.append(lines(node))
    return names.contains("inlinable") ? .skipChildren : .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, node.attributes)
  }
  override func visitPost(_ node: FunctionDeclSyntax) { functions.removeLast() }
  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, node.attributes)
  }
  override func visitPost(_ node: VariableDeclSyntax) { functions.removeLast() }
  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, node.attributes)
  }
  override func visitPost(_ node: SubscriptDeclSyntax) { functions.removeLast() }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    initializers += 1
    return enter(node, node.attributes)
  }
  override func visitPost(_ node: InitializerDeclSyntax) {
    initializers -= 1
    functions.removeLast()
  }

  override func visit(_ node: AttributeListSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: ArrayExprSyntax) -> SyntaxVisitorContinueKind {
    // A table is left alone: it takes long to compile, and one test of all its values is enough.
    node.elements.count > 8 ? .skipChildren : .visitChildren
  }
  override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
    let condition = node.condition?.trimmedDescription ?? ""
    return condition.contains("Darwin") && !condition.hasPrefix("!")
      ? .skipChildren : .visitChildren
  }

  // MARK: Expressions

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard let token = node.operator.as(BinaryOperatorExprSyntax.self)?.operator else {
      return .visitChildren
    }
    let name = token.text
    if comparisons.contains(name) { negate(ExprSyntax(node)) }
    if let (function, mutants) = operators[name], !isText(node.leftOperand),
      !isText(node.rightOperand)
    {
      add("operator", node, mutants.map { "\(text(node))  →  \($0)" }) { edits, number in
        edits.wrap(node, "\(function)(\(number), ")
        edits.replace(token, ",")
      }
    }
    if name == "&&" || name == "||" {
      negateParts(of: node.leftOperand)
      negateParts(of: node.rightOperand)
    }
    return .visitChildren
  }

  private func isText(_ node: ExprSyntax) -> Bool { node.is(StringLiteralExprSyntax.self) }

  override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.text == "!" { negateParts(of: node.expression) }
    return node.operator.text == "-" ? .skipChildren : .visitChildren
  }

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    if case .expression(let condition) = node.condition { negateParts(of: condition) }
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    negateParts(of: node.condition)
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    negateParts(of: node.condition)
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let callee = node.calledExpression.as(DeclReferenceExprSyntax.self),
      let function = bounds[callee.baseName.text], let paren = node.leftParen,
      node.arguments.count == 2
    {
      let other = callee.baseName.text == "min" ? "max" : "min"
      let descriptions = [other, "left only", "right only"].map { "\(text(node))  →  \($0)" }
      add("bound", node, descriptions) { edits, number in
        edits.replace(callee, function)
        edits.replace(paren, "(\(number), ")
      }
    }
    return .visitChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    if let infix = node.parent?.as(InfixOperatorExprSyntax.self),
      infix.rightOperand.id == node.id,
      ["+", "-", "*", "+=", "-="].contains(infix.operator.trimmedDescription)
    {
      return .skipChildren
    }
    add("constant", node, ["\(text(node.parent ?? Syntax(node)))  →  \(text(node)) + 1"]) {
      $0.wrap(node, "mutantInteger(\($1), ")
    }
    return .skipChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    // Otherwise an endless loop would no longer be recognized.
    if node.parent?.is(ConditionElementSyntax.self) == true { return .skipChildren }
    add("constant", node, ["\(text(node.parent ?? Syntax(node)))  →  !\(text(node))"]) {
      $0.wrap(node, "mutantNot(\($1), ")
    }
    return .skipChildren
  }

  // MARK: Statements

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    if canBeDropped(node) {
      add("dropped", node, ["\(text(node))  →  dropped"]) {
        $0.wrap(node, "if !mutant(\($1)) { ", " }")
      }
    }
    return .visitChildren
  }

  private func canBeDropped(_ node: CodeBlockItemSyntax) -> Bool {
    guard let list = node.parent, let block = list.parent else { return false }
    let isAlone = list.as(CodeBlockItemListSyntax.self)?.count == 1
    if isAlone, block.is(ClosureExprSyntax.self) || block.is(AccessorBlockSyntax.self) {
      return false
    }
    let function = block.parent?.as(FunctionDeclSyntax.self)
    if isAlone, function?.signature.returnClause != nil { return false }
    switch node.item {
    case .expr(let expression): return isEffect(expression)
    case .stmt(let statement):
      if block.parent?.is(GuardStmtSyntax.self) == true { return false }
      if let statement = statement.as(ReturnStmtSyntax.self) {
        return statement.expression == nil
      }
      if statement.is(BreakStmtSyntax.self) { return !(isAlone && block.is(SwitchCaseSyntax.self)) }
      return statement.is(ContinueStmtSyntax.self)
    default: return false
    }
  }

  /// Whether an expression is used for its effect, not for its value.
  private func isEffect(_ expression: ExprSyntax) -> Bool {
    if let expression = expression.as(TryExprSyntax.self) { return isEffect(expression.expression) }
    if let call = expression.as(FunctionCallExprSyntax.self) {
      let name = call.calledExpression.trimmedDescription
      return !name.hasSuffix(".init") && name != "fatalError" && name != "preconditionFailure"
        && name != "exit" && name != "abort"
    }
    guard let infix = expression.as(InfixOperatorExprSyntax.self) else { return false }
    if infix.operator.is(AssignmentExprSyntax.self) {
      if infix.leftOperand.is(DiscardAssignmentExprSyntax.self) {
        return isEffect(infix.rightOperand)
      }
      return initializers == 0
    }
    let name = infix.operator.trimmedDescription
    return name.hasSuffix("=") && !comparisons.contains(name)
  }
}

func rewrite(_ arguments: [String]) throws {
  let (sources, target) = (URL(fileURLWithPath: arguments[1]), URL(fileURLWithPath: arguments[2]))
  let leftOut = Set(
    try String(contentsOfFile: arguments[3], encoding: .utf8).split(separator: "\n")
      .compactMap { Int($0) })
  let names = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    .filter { $0.hasSuffix(".swift") }.sorted()
  // Far enough apart that the numbers in a file do not change with other files.
  let most = 500
  for (index, name) in names.enumerated() {
    let source = try Data(contentsOf: sources.appendingPathComponent(name))
    let tree = Parser.parse(source: String(decoding: source, as: UTF8.self))
    let folded = OperatorTable.standardOperators.foldAll(tree) { _ in }
    let locations = SourceLocationConverter(fileName: name, tree: tree)
    let mutator = Mutator(
      folded, locations: locations, first: (index + 1) * most, leftOut: leftOut)
    precondition(mutator.next <= (index + 2) * most, "\(name) has too many mutants")
    let rewritten = Data(mutator.edits.applied(to: Array(source)))
    let path = target.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    if (try? Data(contentsOf: path)) != rewritten { try rewritten.write(to: path) }
    for mutant in mutator.mutants {
      let fields = [
        "\(mutant.number)", name, "\(mutant.line)", mutant.kind,
        "\(mutant.statement.lowerBound)", "\(mutant.statement.upperBound)",
        "\(mutant.function.lowerBound)", "\(mutant.function.upperBound)", mutant.description,
      ]
      print(fields.joined(separator: "\t"))
    }
  }
}

@main
enum Main {
  static func main() throws { try rewrite(CommandLine.arguments) }
}
