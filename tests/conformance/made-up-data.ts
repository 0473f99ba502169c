/** The least data that an entity's description asks of a new record. */
import { randomUUID } from "node:crypto";
import { Inapplicable } from "./clause";
import type { Field, Page, Session } from "./session";

/** Throws Inapplicable where a required value cannot be made up. */
export async function madeUpData(session: Session, fields: readonly Field[]): Promise<Record<string, unknown>> {
  const needed = fields.filter((field) => field.required && field.createable && field.default === null);
  const entries = needed.map(async (field) => [field.key, await madeUpValue(session, field)]);
  return Object.fromEntries(await Promise.all(entries));
}

async function madeUpValue(session: Session, field: Field): Promise<unknown> {
  switch (field.type) {
    case "text":
      return `conformance ${randomUUID()}`.slice(0, field.maxLength ?? undefined);
    case "integer":
    case "number":
      return Number(field.min ?? field.max ?? 1);
    case "decimal":
      return String(field.min ?? field.max ?? "1");
    case "boolean":
      return false;
    case "date":
      return "2026-01-01";
    case "datetime":
      return "2026-01-01T00:00:00.000Z";
    case "select":
      return field.options[0]?.value;
    case "multiselect":
      return field.options.slice(0, 1).map(({ value }) => value);
    case "email":
      return `${randomUUID()}@example.test`;
    case "url":
      return `https://example.test/${randomUUID()}`;
    case "json":
      return { conformance: true };
    case "reference":
      if (typeof field.reference !== "string") throw new Inapplicable("a required field refers to what cannot be seen");
      return firstRecordOf(session, field.reference);
    default:
      throw new Inapplicable(`a value of the type ${field.type} cannot be made up`);
  }
}

async function firstRecordOf(session: Session, entityKey: string): Promise<string> {
  const path = `/entities/${encodeURIComponent(entityKey)}/records?limit=1`;
  const answer = await session.ask({ path });
  const [record] = (answer.json as { data?: Page }).data?.items ?? [];
  if (record === undefined)
    throw new Inapplicable(`a required field refers to ${entityKey}, of which there is no record to see`);
  return record.id;
}
