/** The differences between two configuration documents, item by item, for people and for the audit log. */
import { isDeepStrictEqual } from "node:util";
import { cutText } from "../../../messages/cut-text";
import type { JsonObject, JsonValue } from "../../../model";
import type { StoredDocument } from "../../schema";

/** `member` is absent if the whole subject is added, removed or kept. */
export type Change = {
  action: "add" | "change" | "remove" | "keep";
  subject: string;
  member?: string;
  from?: JsonValue;
  to?: JsonValue;
  note?: string;
};

/** `before` is null for a new organization. */
export function diffDocuments(before: StoredDocument | null, after: StoredDocument): Change[] {
  const organization = `organization ${after.organization.key}`;
  return [
    ...(before === null
      ? [{ action: "add", subject: organization } as const]
      : diffMembers(organization, asObject(before.organization), asObject(after.organization), [])),
    ...diffLists("entity", before?.entities ?? [], after.entities, (subject, left, right) => [
      ...diffMembers(subject, left, right, ["fields"]),
      ...diffLists(`${subject}, field`, itemsOf(left, "fields"), itemsOf(right, "fields"), (field, from, to) =>
        diffMembers(field, from, to, []),
      ),
    ]),
    ...diffLists("role", before?.roles ?? [], after.roles ?? [], (subject, left, right) =>
      diffMembers(subject, left, right, []),
    ),
  ];
}

/** One change for each member that differs, except those listed in `save`. */
export function diffMembers(subject: string, before: JsonObject, after: JsonObject, save: string[]): Change[] {
  const members = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (member) => !save.includes(member),
  );
  return members
    .filter((member) => !isDeepStrictEqual(before[member], after[member]))
    .map((member) => ({
      action: "change",
      subject,
      member,
      ...(before[member] === undefined ? {} : { from: before[member] }),
      ...(after[member] === undefined ? {} : { to: after[member] }),
    }));
}

const SIGNS: Record<Change["action"], string> = { add: "+", change: "~", remove: "-", keep: "=" };

/** `~ entity deals, field stage: indexed: false → true`. For lists, it shows the items added and removed. */
export function formatChange({ action, subject, member, from, to, note }: Change): string {
  const values = member === undefined ? "" : `: ${member}: ${formatChangedValue(from, to)}`;
  return `${SIGNS[action]} ${subject}${values}${note === undefined ? "" : ` (${note})`}`;
}

const LONGEST_VALUE = 80;

function formatChangedValue(from: JsonValue | undefined, to: JsonValue | undefined): string {
  if (Array.isArray(from) && Array.isArray(to)) {
    const items = [
      ...without(from, to).map((item) => `-${formatValue(item)}`),
      ...without(to, from).map((item) => `+${formatValue(item)}`),
    ];
    if (items.length > 0) return items.join(" ");
  }
  return `${formatValue(from)} → ${formatValue(to)}`;
}

function without(items: JsonValue[], others: JsonValue[]): JsonValue[] {
  return items.filter((item) => !others.some((other) => isDeepStrictEqual(item, other)));
}

function formatValue(value: JsonValue | undefined): string {
  if (value === undefined) return "not set";
  const text = JSON.stringify(value);
  return text.length <= LONGEST_VALUE ? text : `${cutText(text, LONGEST_VALUE - 1)}…`;
}

function diffLists(
  kind: string,
  before: readonly object[],
  after: readonly object[],
  diffItem: (subject: string, before: JsonObject, after: JsonObject) => Change[],
): Change[] {
  const left = byKey(before);
  const right = byKey(after);
  const changes = [...right].flatMap(([key, item]) => {
    const former = left.get(key);
    return former === undefined
      ? [{ action: "add", subject: `${kind} ${key}` } as const]
      : diffItem(`${kind} ${key}`, former, item);
  });
  const removed = [...left.keys()].filter((key) => !right.has(key));
  const order = (keys: Iterable<string>, others: Map<string, unknown>) => [...keys].filter((key) => others.has(key));
  const [from, to] = [order(left.keys(), right), order(right.keys(), left)];
  return [
    ...changes,
    ...removed.map((key) => ({ action: "remove", subject: `${kind} ${key}` }) as const),
    ...(isDeepStrictEqual(from, to) ? [] : [{ action: "change", subject: kind, member: "order", from, to } as const]),
  ];
}

function byKey(items: readonly object[]): Map<string, JsonObject> {
  return new Map(items.map((item) => [String((item as JsonObject).key), item as JsonObject]));
}

function itemsOf(item: JsonObject, member: string): JsonObject[] {
  return (item[member] ?? []) as JsonObject[];
}

/** Safe, because documents are JSON and their types list all members. */
function asObject(value: object): JsonObject {
  return value as JsonObject;
}
