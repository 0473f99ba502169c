/** The differences between two configuration documents, item by item, for people and for the audit log. */
import { isDeepStrictEqual } from "node:util";
import { cutText } from "../../messages/cut-text";
import type { JsonObject, JsonValue } from "../../model";
import type { StoredDocument } from "../schema";

/** `member` is absent if the whole subject is added, removed or kept. */
export type Change = {
  action: "add" | "change" | "remove" | "keep";
  subject: string;
  member?: string;
  from?: JsonValue;
  to?: JsonValue;
  note?: string;
};

export function diffDocuments(before: StoredDocument, after: StoredDocument): Change[] {
  return [
    ...diffMembers(`organization ${after.organization.key}`, before.organization, after.organization),
    ...diffLists(
      "entity",
      before.entities,
      after.entities,
      (subject, { fields: from, ...left }, { fields: to, ...right }) => [
        ...diffMembers(subject, left, right),
        ...diffLists(`${subject}, field`, from, to, diffMembers),
      ],
    ),
    ...diffLists("role", before.roles ?? [], after.roles ?? [], diffMembers),
  ];
}

/** One change for each member that differs. Both values are JSON. */
export function diffMembers(subject: string, before: object, after: object): Change[] {
  const [left, right] = [before as JsonObject, after as JsonObject];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])]
    .filter((member) => !isDeepStrictEqual(left[member], right[member]))
    .map((member) => ({
      action: "change",
      subject,
      member,
      ...(left[member] === undefined ? {} : { from: left[member] }),
      ...(right[member] === undefined ? {} : { to: right[member] }),
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

function diffLists<Item extends { key: string }>(
  kind: string,
  before: Item[],
  after: Item[],
  diffItem: (subject: string, before: Item, after: Item) => Change[],
): Change[] {
  const [left, right] = [before, after].map((items) => new Map(items.map((item) => [item.key, item])));
  const changes = after.flatMap((item): Change[] => {
    const subject = `${kind} ${item.key}`;
    const former = left?.get(item.key);
    return former === undefined ? [{ action: "add", subject }] : diffItem(subject, former, item);
  });
  const removed = before.filter(({ key }) => !right?.has(key));
  const from = before.map(({ key }) => key).filter((key) => right?.has(key));
  const to = after.map(({ key }) => key).filter((key) => left?.has(key));
  return [
    ...changes,
    ...removed.map(({ key }): Change => ({ action: "remove", subject: `${kind} ${key}` })),
    ...(isDeepStrictEqual(from, to) ? [] : [{ action: "change", subject: kind, member: "order", from, to } as const]),
  ];
}
