/** Generated requests name records by number, since ids are made by the service; here the numbers become ids. */
import type { JsonValue } from "@/lib/model";
import { UNKNOWN_ID } from "../views";
import type { Ask } from "./ask";
import { entityIn, type World } from "./file";
import type { Draft, IfMatch } from "./generate-asks";

const NUMBER = /^\$record:(\w+):(\d+)$/;
const WAY = /^\$way:(\d+)$/;
const STALE = '"00000000-0000-0000-0000-000000000000"';

/** Fills it in from the world as it is now. */
export function askOf(draft: Draft, world: World): Ask {
  switch (draft.endpoint) {
    case "list":
      return draft;
    case "query":
    case "aggregate":
    case "create":
      return { ...draft, body: fillIn(draft.body, world) };
    case "read":
      return { ...draft, id: recordIdOf(draft.id, world) };
    case "update": {
      const id = recordIdOf(draft.id, world);
      const body = fillIn(fillInWays(draft.body, id, world), world);
      return { ...draft, id, body, ifMatch: ifMatchOf(draft.ifMatch, id, world) };
    }
    case "delete": {
      const id = recordIdOf(draft.id, world);
      return { ...draft, id, ifMatch: ifMatchOf(draft.ifMatch, id, world) };
    }
  }
}

export function fillIn(value: JsonValue, world: World): JsonValue {
  return mapTexts(value, (text) => recordIdOf(text, world));
}

/** A state that a transition leads to from the record's state, or from any state if none does. */
function fillInWays(body: JsonValue, id: string, { file, records }: World): JsonValue {
  const record = records.find((candidate) => candidate.id === id);
  const lifecycle = record && entityIn(file, record.entity)?.lifecycle;
  if (record === undefined || lifecycle === undefined) return body;
  const { field, transitions } = lifecycle;
  const leaving = transitions.filter(({ from }) => from === record.data[field]);
  const ways = leaving.length === 0 ? transitions : leaving;
  return mapTexts(body, (text) => {
    const number = WAY.exec(text)?.[1];
    return number === undefined ? text : (ways[Number(number) % ways.length]?.to ?? text);
  });
}

/** Changes every text inside the value. */
function mapTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]));
}

/** A number beyond the last record wraps around; without records, it becomes an unused id. */
function recordIdOf(text: string, { records }: World): string {
  const [, entity, number] = NUMBER.exec(text) ?? [];
  if (number === undefined) return text;
  const among = records.filter((record) => entity === "any" || record.entity === entity);
  return among[Number(number) % Math.max(among.length, 1)]?.id ?? UNKNOWN_ID;
}

function ifMatchOf(kind: IfMatch, id: string, { records }: World): string | null {
  const current = `"${records.find((record) => record.id === id)?.versionId ?? "none"}"`;
  switch (kind) {
    case "current":
      return current;
    case "*":
      return "*";
    case "stale":
      return STALE;
    case "weak":
      return `W/${current}`;
    case "list":
      return `${STALE}, ${current}`;
    case "malformed":
      return current.slice(1);
    case "empty":
      return "";
    case "absent":
      return null;
  }
}
