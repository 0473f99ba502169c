/** Server actions are made with the wrapper of `lib/session/action.ts`, all of them: it is what parses and asks who is there. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const WRAPPED =
  /^export const \w+ = (?:member|freshMember|administrator|freshAdministrator|enrolment|public|form|confirmed)Action\b/;
/** What a form sends is one of the others, by its name or where it stands. */
const OF_A_FORM = /\b(?:form|confirmed)Action\(\s*(?!(?:freshM|m)emberAction\(|(?:freshA|a)dministratorAction\()(\w+)/g;
const ACTION = /^(?:export )?const (\w+) = (?:member|freshMember|administrator|freshAdministrator)Action\(/gm;
const FRESH = /^(?:export )?const (\w+) = (?:(?:form|confirmed)Action\(\s*)?(?:fresh\w+|enrolment)Action\b/gm;

const files = ["app", "components", "lib"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`))
  .filter((file) => /\.tsx?$/.test(file))
  .filter((file) => /^\s*"use server";/m.test(readFileSync(file, "utf8")));

it("are found", () => {
  expect(files).toContain("app/(auth)/actions.ts");
});

it.each(files)("%s exports nothing else", (file) => {
  const text = readFileSync(file, "utf8");
  const exported = text.split("\n").filter((line) => /^export (?!type )/.test(line));
  expect(exported.filter((line) => !WRAPPED.test(line))).toEqual([]);
  const actions = [...text.matchAll(ACTION)].map(([, name]) => name);
  for (const [, name] of text.matchAll(OF_A_FORM)) expect(actions).toContain(name);
  // Within a function the directive would make an action that no wrapper has seen.
  expect(text.match(/"use server"/g)).toHaveLength(1);
  expect(text.startsWith('"use server";')).toBe(true);
});

it("those of the administrators' pages are for administrators", () => {
  const made = files
    .filter((file) => file.includes("/admin/"))
    .flatMap((file) => [
      ...readFileSync(file, "utf8").matchAll(/\b(member|freshMember|administrator|freshAdministrator)Action\(/g),
    ])
    .map(([, kind]) => kind);
  expect(made.length).toBeGreaterThan(5);
  expect(made.filter((kind) => kind === "member" || kind === "freshMember")).toEqual([]);
});

it("those that make secrets, or change who may do what, ask for a recent proof of identity", () => {
  const made = files.flatMap((file) => [...readFileSync(file, "utf8").matchAll(FRESH)]);
  expect([...new Set(made.map(([, name]) => name))].sort()).toEqual([
    "change",
    "choosePassword",
    "create",
    "createLinkByForm",
    "createRecoveryCodes",
    "createTokenOfForm",
    "handOver",
    "resetSecondFactor",
    "rotateAction",
    "saveMember",
    "savePolicy",
    "setUp",
    "turnOffSecondFactor",
    "withdraw",
  ]);
});
