/**
 * No message that a tool can pass on names what a tool does not have. The rows of `tests/api/mcp/refusals.test.ts` have those that
 * calls reach; here are all texts of the rooms behind the tools.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { inToolWords } from "@/lib/mcp/refused";
import { WORDS_OF_HTTP } from "../../support/mcp";

const BEHIND_TOOLS = ["access", "changes", "entities", "json", "messages", "query", "records", "store/records"];
const FILES = ["lib/public-api/admission.ts", "lib/public-api/input/batch-body.ts", "lib/wire-types.ts"];

/** Their messages do not reach a tool, or not in these words. */
const APART: Record<string, string> = {
  "lib/records/write-once.ts": "apply uses the key of a plan for its operations alone",
  "lib/public-api/input/batch-body.ts": "propose has an op for deletes, and checks it",
};

/** With x for what is put into a template. */
function textsOf(file: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node))
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("x"));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest));
  return texts;
}

const files = [
  ...BEHIND_TOOLS.flatMap((room) =>
    readdirSync(`lib/${room}`, { recursive: true, encoding: "utf8" }).map((name) => path.posix.join("lib", room, name)),
  ).filter((name) => name.endsWith(".ts")),
  ...FILES,
];
const texts = files.flatMap((file) => textsOf(file).map((text) => ({ file, text })));
const ofHttp = texts.filter(({ text }) => WORDS_OF_HTTP.test(text));

describe("the texts behind the tools", () => {
  it("name no endpoint, header or parameter in the words of the tools", () => {
    const left = ofHttp.filter(({ text }) => WORDS_OF_HTTP.test(String(inToolWords({ message: text }).message)));
    expect(left.filter(({ file }) => APART[file] === undefined)).toEqual([]);
    expect([...new Set(left.map(({ file }) => file))].sort()).toEqual(Object.keys(APART).sort());
    expect(ofHttp.length).toBeGreaterThan(left.length);
  });

  it("are otherwise the same, also in the details", () => {
    const message = "There is no such entity. GET /entities lists those that this token can use.";
    const detail = { field: "city", message: "GET /entities/some-deals lists them." };
    expect(inToolWords({ code: "INVALID_BODY", message, requestId: "1", details: [detail] })).toEqual({
      code: "INVALID_BODY",
      message: "There is no such entity. describe lists those that this token can use.",
      requestId: "1",
      details: [{ field: "city", message: "describe lists them." }],
    });
    expect(inToolWords({ code: "INVALID_LIMIT", message: "Name fewer fields." })).toEqual({
      code: "INVALID_LIMIT",
      message: "Name fewer fields.",
    });
  });
});
