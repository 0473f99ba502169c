/** Matchers for what only the server can know, and the record envelope around hand-written data (spec: Record envelope). */
import { expect } from "vitest";
import { UUID } from "./response-rules";

/** ISO 8601 UTC with milliseconds. */
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

export const anId: unknown = expect.stringMatching(UUID);
export const aTimestamp: unknown = expect.stringMatching(TIMESTAMP);
export const aText: unknown = expect.stringMatching(/\S/);

/** An identifier that no record has. */
export const UNKNOWN_ID = "01890000-0000-7000-8000-000000000000";

export function envelope(entityKey: string, data: Record<string, unknown>): Record<string, unknown> {
  return { id: anId, entityKey, created: aTimestamp, updated: aTimestamp, versionId: aText, data };
}

/** The data of a sample that was created with only a name. */
export function blankSample(name: string): Record<string, unknown> {
  return {
    name,
    text: null,
    code: null,
    integer: null,
    level: 7,
    number: null,
    decimal: null,
    boolean: null,
    date: null,
    datetime: null,
    select: null,
    multiselect: null,
    reference: null,
    email: null,
    url: null,
    json: null,
    unlisted: null,
  };
}
