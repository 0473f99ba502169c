/** Checks the types of a file that uses the client, as a user's project would. */
import path from "node:path";
import ts from "typescript";

const ROOT = path.resolve(import.meta.dirname, "../..");

const OPTIONS = {
  target: "es2022",
  module: "esnext",
  moduleResolution: "bundler",
  lib: ["es2023", "dom"],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Files of the repository are parsed once: the libraries are most of a program. */
const parsedOnce = new Map<string, ts.SourceFile | undefined>();

export function compile(file: string): ts.Program {
  const { options: parsed } = ts.convertCompilerOptionsFromJson(OPTIONS, ROOT);
  const compilerOptions: ts.CompilerOptions = {
    ...parsed,
    paths: { "@/*": [`${ROOT}/*`], "public-records": [`${ROOT}/packages/client/src/client.ts`] },
    types: ["node"],
    typeRoots: [`${ROOT}/node_modules/@types`],
  };
  const host = ts.createCompilerHost(compilerOptions);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) => {
    if (!name.startsWith(ROOT)) return getSourceFile(name, ...rest);
    if (!parsedOnce.has(name)) parsedOnce.set(name, getSourceFile(name, ...rest));
    return parsedOnce.get(name);
  };
  return ts.createProgram([file], compilerOptions, host);
}

/** Each error as `file:line message`. */
export function typeErrorsIn(program: ts.Program): string[] {
  return ts.getPreEmitDiagnostics(program).map(({ file: source, start = 0, messageText }) => {
    const line = (source?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
    return `${path.basename(source?.fileName ?? "")}:${line} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}
