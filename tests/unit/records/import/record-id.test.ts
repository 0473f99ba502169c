/** Derived ids are a promise to every file that was ever imported: they may never change. */
import { expect, it } from "vitest";
import { ContentIds, recordIdOf } from "@/lib/records/import/record-id";

const ENTITY = "0192d3a0-0000-7000-8000-000000000001";
const OTHER = "0192d3a0-0000-7000-8000-000000000002";

it("derives one and the same id from an external id, for all time", () => {
  expect(recordIdOf(ENTITY, "NL")).toBe("d856e055-73af-8990-9767-c10261a2d80b");
  expect(recordIdOf(ENTITY, "nl")).toBe("f427a0ff-5f71-8838-8c93-0ddefad8fe61");
  expect(recordIdOf(OTHER, "NL")).not.toBe(recordIdOf(ENTITY, "NL"));
});

it("accepts a record id as itself, only in its canonical spelling", () => {
  const id = "0192d3a0-1111-7222-8333-444444444444";
  expect(recordIdOf(ENTITY, id)).toBe(id);
  expect(recordIdOf(ENTITY, id.replaceAll("-", ""))).not.toBe(id);
  expect(recordIdOf(ENTITY, "0192D3A0-1111-7222-8333-44444444444A")).not.toBe("0192d3a0-1111-7222-8333-44444444444a");
});

it("derives ids of records without one from their content, and how often it appeared before", () => {
  const ids = new ContentIds();
  expect(ids.next(ENTITY, { name: "Ada", extra: { b: [true], a: 1 } })).toBe("895b146a-0c91-8bbc-b3f7-f65f52cc24b2");
  expect(ids.next(ENTITY, { name: "Ada", extra: { a: 1, b: [true] } })).toBe("8ae2d3c0-ebd1-8e58-84f6-034a6b0af203");
  expect(new ContentIds().next(ENTITY, { extra: { a: 1, b: [true] }, name: "Ada", empty: null })).toBe(
    "895b146a-0c91-8bbc-b3f7-f65f52cc24b2",
  );
});
