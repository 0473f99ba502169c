import { describe, expect } from "vitest";
import { type Answer, post } from "../../support/http";
import { dataOf, openOrganization, type RecordView, recordsPath } from "../../support/organization";
import type { MemberName } from "../../support/organization-file";
import { rowsOf } from "../../support/scenario";

const acme = await openOrganization();
const row = rowsOf(acme);
const SAMPLES = recordsPath("samples");

const createWith = (key: string, name: string, as: MemberName = "wim", path = SAMPLES) =>
  post(path, { data: { name } }, { as, headers: { "idempotency-key": key } });
const once = (key: string, name: string, as: MemberName = "wim", path = SAMPLES): Promise<Answer> =>
  acme.call(as, createWith(key, name, as, path));
const countOf = async (name: string) =>
  (await acme.page("ada", `${SAMPLES}?limit=500&search=${encodeURIComponent(name)}`)).items.length;
const headersOf = ({ headers }: Answer) => ({ etag: String(headers.etag), location: String(headers.location) });
const idOf = (answer: Answer) => dataOf<RecordView>(answer).id;

describe("201", () => {
  row("the same key and body give the first answer again, and one record", {
    given: () => once("repeat", "repeated"),
    request: createWith("repeat", "repeated"),
    expect: (first) => ({
      status: 201,
      data: dataOf<RecordView>(first),
      headers: { ...headersOf(first), "idempotent-replayed": "true" },
    }),
    after: async (_, first) => {
      expect(first.headers["idempotent-replayed"]).toBeUndefined();
      expect(await countOf("repeated")).toBe(1);
    },
  });

  row("the replay answers even after the record was deleted, and does not bring it back", {
    given: async () => {
      const first = await once("after-delete", "short-lived");
      await acme.remove("wim", `${SAMPLES}/${idOf(first)}`);
      return first;
    },
    request: createWith("after-delete", "short-lived"),
    expect: (first) => ({ status: 201, data: dataOf<RecordView>(first) }),
    after: async () => expect(await countOf("short-lived")).toBe(0),
  });

  row("a refusal is not kept: the key is free for the corrected body", {
    given: async () => {
      const headers = { "idempotency-key": "corrected" };
      const refused = await acme.call("wim", post(SAMPLES, { data: { name: 5 } }, { headers }));
      expect(refused.status).toBe(400);
    },
    request: createWith("corrected", "corrected"),
    expect: { status: 201 },
  });
});

describe("400", () => {
  row("the same key with another body is refused and makes nothing", {
    given: () => once("reused", "first body"),
    request: createWith("reused", "second body"),
    expect: { status: 400, code: "INVALID_BODY" },
    after: async () => expect(await countOf("second body")).toBe(0),
  });

  row("the same key and body for another entity is refused", {
    given: () => once("other-entity", "entity"),
    request: createWith("other-entity", "entity", "wim", recordsPath("accounts")),
    expect: { status: 400, code: "INVALID_BODY" },
  });
});

row("a record that its creator cannot read is made once, and answered the same twice", {
  given: () => once("unreadable", "unreadable twin", "cleo"),
  request: createWith("unreadable", "unreadable twin", "cleo"),
  expect: { status: 403, code: "CREATED_RECORD_NOT_READABLE", headers: { "idempotent-replayed": "true" } },
  after: async () => expect(await countOf("unreadable twin")).toBe(1),
});
