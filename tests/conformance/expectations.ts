/** What clauses expect of answers and shapes. */
import { expect } from "vitest";
import type { Answer } from "../support/http";
import { UUID } from "../support/response-rules";

export const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
/** Well-formed, and no record's. */
export const NO_RECORD = "01890000-0000-7000-8000-000000000000";
export const NO_ENTITY = "conformance-no-such-entity";
export const NO_FIELD = "conformanceNoSuchField";

export function expectError(answer: Answer, status: number, code: string): void {
  const told = (answer.json as { error?: { code?: string } } | undefined)?.error?.code;
  expect(`${answer.status} ${told}`).toBe(`${status} ${code}`);
}

export function expectKeys(value: unknown, keys: string[]): void {
  expect(Object.keys(value as object).sort()).toEqual(keys.toSorted());
}

export function expectEnvelope(record: unknown, entityKey: string): void {
  expectKeys(record, ["id", "entityKey", "created", "updated", "versionId", "data"]);
  expect(record).toEqual({
    id: expect.stringMatching(UUID),
    entityKey,
    created: expect.stringMatching(TIMESTAMP),
    updated: expect.stringMatching(TIMESTAMP),
    versionId: expect.stringMatching(/\S/),
    data: expect.any(Object),
  });
}
