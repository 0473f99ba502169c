/** Bodies: their headers, their size, and the one shape that writes have (contract § 7). */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "@/lib/model";
import type { ArrivingBody } from "@/lib/public-api/input/arriving-body";
import { RequestBody } from "@/lib/public-api/input/body";
import type { ApiRequest } from "@/lib/public-api/request";
import { WANTED } from "../../../support/wanted";

type Sent = { bytes?: Uint8Array; headers?: Record<string, string>; fails?: Error };

const CALLER = { configuration: { organizationId: "organization" }, token: { rootId: "token" } };

async function receive({ bytes = Buffer.from("{}"), headers = {}, fails }: Sent) {
  const sent: Record<string, string> = { "content-type": "application/json", ...headers };
  const request: ApiRequest = {
    method: "POST",
    target: "/",
    address: "",
    signal: () => WANTED,
    header: (name) => sent[name] ?? null,
    malformed: null,
    readBody: async (into) => {
      if (fails !== undefined) throw fails;
      into.take(bytes);
    },
  };
  const body = new RequestBody(request);
  await body.receive(CALLER);
  return body;
}

async function membersOf(sent: Sent): Promise<JsonObject> {
  return (await receive(sent)).read();
}

describe("a body", () => {
  it.each([
    "application/json",
    'application/json;charset="UTF-8"',
    "application/json ; charset=utf8",
    "application/json;profile=x",
  ])("may come as %s", async (type) => {
    expect(await membersOf({ headers: { "content-type": type } })).toEqual({});
  });

  it.each([
    "",
    "text/plain",
    "application/json-patch+json",
    "application/jsonx",
    "application/json; charset=utf-16",
    "text/plain; application/json",
  ])("may not come as %j", async (type) => {
    await expect(membersOf({ headers: { "content-type": type } })).rejects.toMatchObject({ code: "INVALID_BODY" });
  });

  it("may say that it is not encoded, and may not be", async () => {
    expect(await membersOf({ headers: { "content-encoding": "Identity" } })).toEqual({});
    for (const encoding of ["gzip", "br", "identity, gzip"]) {
      const refused = membersOf({ headers: { "content-encoding": encoding } });
      await expect(refused).rejects.toMatchObject({ code: "INVALID_BODY" });
    }
  });

  it.each<[name: string, sent: Sent, message: string | RegExp]>([
    ["none", { bytes: new Uint8Array() }, "The request has no body. Send a JSON object, at least {}."],
    [
      "one too large",
      { bytes: Buffer.alloc(1_048_577) },
      /^The body has more than 1 MiB \(1048576 bytes\)\. Send less at a time/,
    ],
    [
      "one that broke off",
      { fails: new Error("aborted") },
      "The body did not arrive completely. Send the request again.",
    ],
    ["a list", { bytes: Buffer.from("[]") }, /^The body is a JSON object, not a list\. To write many records, POST/],
  ])("cannot be %s, and is refused only when it is read", async (_, sent, message) => {
    const body = await receive(sent);
    const expected = typeof message === "string" ? message : expect.stringMatching(message);
    await expect(body.read()).rejects.toMatchObject({ code: "INVALID_BODY", message: expected });
  });
});

describe("a body that is asked for again", () => {
  it("is taken off the socket once, and read once", async () => {
    let asked = 0;
    const request = {
      header: (name: string) => (name === "content-type" ? "application/json" : null),
      readBody: async (into: ArrivingBody) => {
        asked += 1;
        into.take(Buffer.from("{}"));
      },
    } as ApiRequest;
    const body = new RequestBody(request);
    await Promise.all([body.receive(CALLER), body.receive(CALLER)]);
    expect(body.readJson()).toBe(body.readJson());
    expect(await body.read()).toEqual({});
    body.release();
    expect(asked).toBe(1);
  });

  it("is never requested by an endpoint that takes none", async () => {
    await expect(new RequestBody({} as ApiRequest).read()).rejects.toThrow("takes no body");
  });
});
