/** Reads each source file's imports from its syntax tree: types, re-exports and `import()` included, comments and strings not. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/** `to` is a path from the root of the repository, or the name of a package as it is written. */
export type SourceImport = { from: string; to: string };

export function importsOfFolder(folder: string): SourceImport[] {
  return sourceFiles(folder).flatMap((file) =>
    importedNames(readFileSync(file, "utf8"), file).map((name) => ({ from: file, to: resolveName(name, file) })),
  );
}

export function importedNames(text: string, file = "file.ts"): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = importedName(node);
    if (name !== undefined && ts.isStringLiteralLike(name)) names.push(name.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return names;
}

function importedName(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  const isImportCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isImportCall ? node.arguments[0] : undefined;
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.posix.join(folder, name))
    .sort();
}

function resolveName(name: string, from: string): string {
  const isOurs = name.startsWith("@/") || name.startsWith(".");
  if (!isOurs) return name;
  const bare = name.startsWith("@/") ? name.slice(2) : path.posix.join(path.posix.dirname(from), name);
  return [bare, `${bare}.ts`, `${bare}.tsx`].find((file) => existsSync(file) && path.extname(file) !== "") ?? bare;
}
