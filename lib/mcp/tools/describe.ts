/** `describe`: which entities there are, or the fields of one. */
import { ApiError } from "../../errors";
import type { JsonObject, JsonValue } from "../../model";
import { entityOf } from "../arguments";
import { ask, requireWhole } from "../ask";
import { cutTo, firstFitting, requireFitting } from "../cut";
import { CUT, OBJECTS, object, STRING_OR_NULL, type Tool, text } from "../tool";

export const describe: Tool = {
  name: "describe",
  title: "Describe entities",
  description:
    "Without entity: the entities and verbs of this token. With one: its fields, types, operators, options and rules. What is null, false or empty is left out.",
  verbs: ["list", "create", "update", "delete"],
  input: (entity) => object({ entity, cursor: text("nextCursor of the result before") }),
  output: object({ entities: OBJECTS, fields: OBJECTS, nextCursor: STRING_OR_NULL, cut: CUT }, ["nextCursor"]),
  call: async ({ within, args, most }) => {
    const { cursor = null } = args;
    if (args.entity === undefined) {
      const { items } = requireWhole(await ask(within, { endpoint: "entities.list" }));
      return partOf({}, ["entities", (items as JsonObject[]).map(summaryOf)], cursor, most);
    }
    const answered = await ask(within, { endpoint: "entities.describe", entity: entityOf(args) });
    const { fields, permissions, entityKey = "", ...others } = requireWhole(answered);
    const head = { entity: entityKey, ...withoutEmpty(others), verbs: verbsOf(permissions) };
    return partOf(head, ["fields", (fields as JsonObject[]).map(withoutEmpty)], cursor, most);
  },
};

function summaryOf({ entityKey = "", pluralLabel = "", description = null, permissions }: JsonObject): JsonObject {
  return { entity: entityKey, label: pluralLabel, ...withoutEmpty({ description }), verbs: verbsOf(permissions) };
}

function verbsOf(permissions: JsonValue | undefined): string[] {
  return Object.entries(permissions as JsonObject).flatMap(([verb, held]) => (held === true ? [verb] : []));
}

function withoutEmpty(members: JsonObject): JsonObject {
  const isEmpty = (value: JsonValue) =>
    value === null || value === false || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(members).filter(([, value]) => !isEmpty(value)));
}

/** The items that fit after the cursor, which is the name of the last item shown. Throws INVALID_CURSOR. */
function partOf(
  head: JsonObject,
  [name, items]: [name: string, items: JsonObject[]],
  cursor: JsonValue,
  most: number,
): JsonObject {
  const nameOf = ({ entity = null, key = entity }: JsonObject) => key;
  const last = items.findIndex((item) => nameOf(item) === cursor);
  if (cursor !== null && last === -1)
    throw new ApiError("INVALID_CURSOR", "cursor is the nextCursor of a result of describe. Leave it out to begin.");
  const rest = items.slice(last + 1);
  const shown = firstFitting(rest, most - JSON.stringify(head).length);
  const isAll = shown.length === rest.length;
  const cut = isAll ? {} : { cut: cutTo(shown.length, rest.length) };
  const nextCursor = isAll ? null : nameOf(shown.at(-1) ?? {});
  return requireFitting({ ...head, [name]: shown, nextCursor, ...cut }, most);
}
