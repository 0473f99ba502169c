/**
 * The list of tools is exact: for generated tokens, each tool can be called with each entity that it names, and every other call
 * is refused. What a token can do is worked out here from the roles of the file, not from the code.
 */
import fc from "fast-check";
import { expect, inject, it } from "vitest";
import { figure } from "../../support/long";
import { callTool, listTools, sendMessage, type ToolOutcome } from "../../support/mcp";
import { openOrganization } from "../../support/organization";
import { MEMBERS, type MemberName } from "../../support/organization-file";
import { SEED } from "../../support/seed";

const PRINCIPALS = figure(15, 300);
const VERBS = ["list", "create", "update", "delete"];
const READ = ["query", "aggregate", "changes"];

const acme = await openOrganization("principals");
const origin = inject("origin");
const entities = acme.file.entities.map(({ key }) => key);

type Held = Map<string, Set<string>>;

/** What the roles of a member give, of what the scopes name. The entity `internal` is not exposed. */
function heldBy(member: MemberName, scopes: Record<string, string[]> | null): Held {
  const held: Held = new Map();
  for (const key of MEMBERS[member] as readonly string[]) {
    for (const { entity, verbs } of acme.file.roles.find((role) => role.key === key)?.grants ?? []) {
      if (entity === "internal") continue;
      const own = verbs.filter((verb) => VERBS.includes(verb) && (scopes === null || scopes[entity]?.includes(verb)));
      if (own.length > 0) held.set(entity, new Set([...(held.get(entity) ?? []), ...own]));
    }
  }
  return held;
}

const anyPrincipal = fc.record({
  member: fc.constantFrom(...(Object.keys(MEMBERS) as MemberName[]).filter((name) => name !== "ina")),
  scopes: fc.option(fc.dictionary(fc.constantFrom(...entities), fc.subarray(VERBS, { minLength: 1 }), { minKeys: 1 })),
  isReadOnly: fc.boolean(),
});

const ARGUMENTS: Record<string, Record<string, unknown>> = {
  describe: {},
  query: { limit: 1 },
  aggregate: { measures: { all: ["count"] } },
  changes: {},
};

/** Whether the token is refused, rather than the content of the call. */
function isDenied({ isError, content }: ToolOutcome): boolean {
  return isError === true && /"code":"(?:PERMISSION_DENIED|ENTITY_NOT_FOUND)"/.test(content[0]?.text ?? "");
}

for (const [index, drawn] of fc.sample(anyPrincipal, { numRuns: PRINCIPALS, seed: SEED }).entries()) {
  const { member, scopes, isReadOnly } = drawn;
  it(`generated token ${index + 1}: ${member} is offered what it can call, and refused the rest`, async () => {
    const named =
      scopes === null ? {} : { scopes: Object.entries(scopes).map(([entity, verbs]) => ({ entity, verbs })) };
    const { text: token } = await acme.issue(member, named);
    const options = { token, query: isReadOnly ? "?read_only=true" : "" };
    const held = heldBy(member, scopes);
    const withVerb = (...verbs: string[]) =>
      [...held.keys()].filter((key) => verbs.some((verb) => held.get(key)?.has(verb))).sort();

    const tools = await listTools(origin, options);
    const canWrite = !isReadOnly && withVerb("create", "update", "delete").length > 0;
    const expected = [
      ...(held.size > 0 ? ["describe"] : []),
      ...(withVerb("list").length > 0 ? ["search", "fetch", ...READ] : []),
      ...(canWrite ? ["propose", "apply"] : []),
    ];
    expect(tools.map(({ name }) => name)).toEqual(expected);

    for (const [name, args] of Object.entries(ARGUMENTS)) {
      const usable = name === "describe" ? [...held.keys()].sort() : withVerb("list");
      const listed = tools.find((tool) => tool.name === name);
      expect(listed?.inputSchema.properties.entity?.enum ?? []).toEqual(usable);
      for (const entity of entities) {
        if (listed === undefined) continue;
        const outcome = await callTool(origin, name, { ...args, entity }, options);
        if (usable.includes(entity)) expect(outcome.isError, outcome.content[0]?.text).toBeUndefined();
        else expect(isDenied(outcome), `${name} ${entity}`).toBe(true);
      }
    }

    for (const op of canWrite ? ["create", "update", "delete"] : []) {
      for (const entity of entities) {
        const id = "00000000-0000-4000-8000-000000000000";
        const operation = {
          op,
          entity,
          ...(op === "create" ? { data: {} } : { id, ifMatch: id }),
          ...(op === "update" ? { data: {} } : {}),
        };
        const outcome = await callTool(origin, "propose", { operations: [operation] }, options);
        const text = outcome.content[0]?.text ?? "";
        if (withVerb(op).includes(entity)) expect(text, `${op} ${entity}`).not.toContain("ENTITY_NOT_FOUND");
        else expect(text, `${op} ${entity}`).toMatch(/PERMISSION_DENIED|ENTITY_NOT_FOUND/);
      }
    }

    const absent = ["describe", "fetch", ...READ, "propose", "apply", "nothing"].filter(
      (name) => !expected.includes(name),
    );
    for (const name of absent) {
      const { json } = await sendMessage(origin, "tools/call", { name, arguments: {} }, options);
      expect(json, name).toMatchObject({ error: { code: -32602 } });
    }
  });
}
