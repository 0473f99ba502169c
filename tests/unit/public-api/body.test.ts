/** Bodies: their headers, their size, and the one shape that writes have (contract § 7). */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "@/lib/model";
import { parseRecordBody, receiveBody } from "@/lib/public-api/body";
import { WANTED } from "../../support/wanted";
import { codeOf, refusalOf } from "../refusal";

type Sent = { bytes?: Uint8Array | null; headers?: Record<string, string>; fails?: Error };

function receive({ bytes = Buffer.from("{}"), headers = {}, fails }: Sent) {
  const sent: Record<string, string> = { "content-type": "application/json", ...headers };
  return receiveBody({
    method: "POST",
    target: "/",
    address: "",
    signal: () => WANTED,
    header: (name) => sent[name] ?? null,
    malformed: null,
    readBody: () => (fails === undefined ? Promise.resolve(bytes) : Promise.reject(fails)),
  });
}

describe("a body", () => {
  it.each([
    "application/json",
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
    "APPLICATION/JSON",
    "application/json ; charset=utf8",
    "application/json;profile=x",
  ])("may come as %s", async (type) => {
    expect((await receive({ headers: { "content-type": type } }))().members).toEqual({});
  });

  it.each([
    "",
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/json-patch+json",
    "application/jsonx",
    "application/json; charset=utf-16",
    "application/json; charset=latin1",
    "text/plain; application/json",
  ])("may not come as %j", async (type) => {
    const body = await receive({ headers: { "content-type": type } });
    expect(codeOf(body)).toBe("INVALID_BODY");
  });

  it("may say that it is not encoded, and may not be", async () => {
    expect((await receive({ headers: { "content-encoding": "Identity" } }))().members).toEqual({});
    for (const encoding of ["gzip", "br", "identity, gzip"]) {
      const body = await receive({ headers: { "content-encoding": encoding } });
      expect(codeOf(body)).toBe("INVALID_BODY");
    }
  });

  it.each<[name: string, sent: Sent, message: string | RegExp]>([
    ["none", { bytes: new Uint8Array() }, "The request has no body. Send a JSON object, {} at the least."],
    ["one too large", { bytes: null }, /^The body has more than 1 MiB \(1048576 bytes\)\. Send one record per request/],
    ["one that broke off", { fails: new Error("aborted") }, "The body did not arrive whole. Send the request again."],
    ["null", { bytes: Buffer.from("null") }, 'The body is a JSON object, such as {"data": {"field": value}}.'],
    ["a list", { bytes: Buffer.from("[]") }, /^The body is a JSON object, not a list\. One request writes one record/],
    ["a text", { bytes: Buffer.from('"x"') }, /^The body is a JSON object, not a string\./],
  ])("may not be %s, and is judged only when asked", async (_, sent, message) => {
    const body = await receive(sent);
    const refused = refusalOf(body);
    expect(refused.code).toBe("INVALID_BODY");
    expect(refused.message).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
  });
});

describe("the body of a write", () => {
  it("has the one member data", () => {
    expect(parseRecordBody({ members: { data: { a: 1 } } })).toEqual({ a: 1 });
    expect(parseRecordBody({ members: { data: {} } })).toEqual({});
  });

  it.each<[JsonObject]>([
    [{}],
    [{ data: null }],
    [{ data: [] }],
    [{ data: "x" }],
    [{ data: 1 }],
    [{ Data: {} }],
    [{ data: {}, id: "x" }],
    [JSON.parse('{"data": {}, "__proto__": {}}')],
    [JSON.parse('{"__proto__": {"data": {}}}')],
  ])("may not be %j", (body) => {
    expect(codeOf(() => parseRecordBody({ members: body }))).toBe("INVALID_BODY");
  });
});
