/**
 * Small faults, one at a time: a condition that is always true, `<` in place of `<=`, a statement that is gone. A file is compiled
 * once with all its mutants in it, each behind a switch: `mutant(3) ? faulty : original`. Texts stay as they are.
 */
import ts from "typescript";

/** `change` and `within` name a mutant together with its file: lines move. */
export type Mutant = { id: number; file: string; line: number; within: string; change: string };

const OPERATORS: Record<string, string> = {
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "&&": "||",
  "||": "&&",
  "??": "&&",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
};

/** `slice` in place of a method that sorts or filters is a copy. */
const METHODS: Record<string, string> = {
  filter: "slice",
  sort: "slice",
  toSorted: "slice",
  reverse: "slice",
  some: "every",
  every: "some",
  min: "max",
  max: "min",
  startsWith: "endsWith",
  endsWith: "startsWith",
  toLowerCase: "toString",
  normalize: "toString",
  trim: "toString",
};

/** Returns the mutants of a file, and its source with all of them behind `mutant(id)`. Ids begin at `firstId`. */
export function plantMutants(file: string, source: string, firstId: number): { mutants: Mutant[]; source: string } {
  const root = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];
  const add = (node: ts.Node, becomes: string): string => {
    const { line } = root.getLineAndCharacterOfPosition(node.getStart());
    const id = firstId + mutants.length;
    const within = functionAround(node);
    const change = `${shorten(textOf(node))} => ${shorten(becomes)}`;
    const alike = mutants.filter((other) => other.within === within && other.change.startsWith(change)).length;
    mutants.push({ id, file, line: line + 1, within, change: alike === 0 ? change : `${change} (${alike + 1})` });
    return `mutant(${id})`;
  };

  const render = (node: ts.Node): string => {
    if (isWithoutBehavior(node)) return textOf(node);
    const faults = expressionFaults(node).map((fault) => `${add(node, fault)} ? (${fault}) : `);
    if (ts.isExpressionStatement(node) && !isSuperCall(node))
      return `{ if (!${add(node, "nothing")}) ${renderInside(node)} }`;
    if (ts.isPropertyAccessExpression(node) && ts.isCallExpression(node.parent) && hasOther(node)) {
      const { expression, name, questionDotToken } = node;
      const other = METHODS[name.text] ?? "";
      const dot = questionDotToken === undefined ? "" : "?.";
      return `${render(expression)}${dot}[${add(name, other)} ? "${other}" : "${name.text}"]`;
    }
    return faults.length === 0 ? renderInside(node) : `(${faults.join("")}(${renderInside(node)}))`;
  };

  const renderInside = (node: ts.Node): string => {
    let text = "";
    let end = node.getStart();
    node.forEachChild((child) => {
      text += source.slice(end, child.getStart()) + render(child);
      end = child.end;
    });
    return text + source.slice(end, node.end);
  };

  return { source: renderInside(root), mutants };
}

/** What could be in place of an expression, as source. */
function expressionFaults(node: ts.Node): string[] {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return ["false"];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return ["true"];
  if (isCondition(node)) return isOfLoop(node) ? ["false"] : ["true", "false", ...boundary(node)];
  if (ts.isNumericLiteral(node))
    return ts.isPropertyAssignment(node.parent) && node.parent.name === node ? [] : [`${textOf(node)} + 1`];
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [textOf(node.operand)];
  if (ts.isBinaryExpression(node)) return otherOperator(node);
  return [];
}

/** `min` and `max` of a schema are no functions of numbers. */
function hasOther({ expression, name }: ts.PropertyAccessExpression): boolean {
  const isOfMath = textOf(expression) === "Math";
  return METHODS[name.text] !== undefined && isOfMath === ["min", "max"].includes(name.text);
}

function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent)) return parent.expression === node;
  return (ts.isConditionalExpression(parent) || ts.isForStatement(parent)) && parent.condition === node;
}

function isOfLoop({ parent }: ts.Node): boolean {
  return ts.isWhileStatement(parent) || ts.isForStatement(parent);
}

/** Of a whole condition that compares sizes, or combines two: neither is the same as always or never. */
function boundary(node: ts.Node): string[] {
  return ts.isBinaryExpression(node) && !/^[!=]==$/.test(textOf(node.operatorToken)) ? otherOperator(node) : [];
}

function otherOperator(node: ts.BinaryExpression): string[] {
  const other = OPERATORS[textOf(node.operatorToken)];
  const joinsText = other === "-" && [node.left, node.right].some((side) => ts.isStringLiteralLike(side));
  return other === undefined || joinsText ? [] : [`${operand(node.left)} ${other} ${operand(node.right)}`];
}

function operand(node: ts.Node): string {
  return ts.isBinaryExpression(node) || ts.isConditionalExpression(node) ? `(${textOf(node)})` : textOf(node);
}

function isWithoutBehavior(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  return ts.isTypeNode(node) || ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node);
}

function isSuperCall({ expression }: ts.ExpressionStatement): boolean {
  return ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword;
}

/** The function, or the constant of the file, that the node belongs to. */
function functionAround(node: ts.Node): string {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if ((ts.isFunctionDeclaration(at) || ts.isClassDeclaration(at)) && at.name !== undefined) return textOf(at.name);
    if (ts.isVariableDeclaration(at) && ts.isSourceFile(at.parent.parent.parent)) return textOf(at.name);
  }
  return "";
}

function textOf(node: ts.Node): string {
  return node.getText();
}

function shorten(text: string): string {
  return text.replace(/\s+/g, " ");
}
