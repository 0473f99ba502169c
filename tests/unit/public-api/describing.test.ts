/** The document of a token as it leaves: piece by piece, and what happens to the rest. */
import type { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import type { Access, EntityAccess } from "@/lib/access/compile";
import { log } from "@/lib/process/log";
import { DESCRIBING } from "@/lib/public-api/endpoints/describing";
import type { CallerRequest } from "@/lib/public-api/endpoints/endpoint";
import { sampleReader } from "@/lib/public-api/openapi/sample-reader";

process.env.APP_SECRET = "a secret of the tests, of no use elsewhere";

const FAULT = new Error("a fault of ours");
const { configuration, access } = sampleReader(["list"]);
const [first] = access.entities() as [EntityAccess];
/** Whoever writes what is said of it meets a fault. */
const broken = {
  ...first,
  get readable(): never {
    throw FAULT;
  },
};

async function documentOf(entities: EntityAccess[]): Promise<Readable> {
  const all: Access = { ...access, entity: (key) => access.entity(key), entities: () => entities };
  const caller = { configuration, access: all };
  const asked = { ...caller, accessKey: "key", token: { id: "t" } };
  const request = { caller: asked, request: { header: () => null }, query: new Map() };
  const { data } = await DESCRIBING.openapi.handle(request as unknown as CallerRequest, false);
  return data as Readable;
}

type Log = MockInstance<(told: object, message: string) => void>;

describe("a document", () => {
  let told: Log;
  beforeEach(() => {
    told = vi.spyOn(log(), "error").mockImplementation(() => undefined) as unknown as Log;
  });
  afterEach(() => told.mockRestore());

  it("begins before all of its entities are written", async () => {
    const pieces = (await documentOf([first, broken])).iterator({ destroyOnReturn: true });
    expect(String((await pieces.next()).value)).toMatch(/^\{"openapi":"3\.1\.0",.*"paths":\{/);
    expect(String((await pieces.next()).value)).toMatch(/^,"\/entities\/sample":/);
    await expect(pieces.next()).rejects.toBe(FAULT);
  });

  it("breaks off at a fault, and the log says why", async () => {
    const document = await documentOf([first, broken]);
    await expect(document.toArray()).rejects.toBe(FAULT);
    expect(told.mock.calls).toEqual([
      [{ token: "t", error: expect.stringContaining("a fault of ours") }, "a document broke off"],
    ]);
  });

  it("ends with a reader that leaves, which is no fault", async () => {
    const document = await documentOf(Array.from({ length: 100 }, () => first));
    const left = new Error("the reader left");
    const ended = new Promise((resolve) => document.once("close", resolve));
    document.once("error", () => {});
    document.once("data", () => document.destroy(left));
    await ended;
    expect(told).not.toHaveBeenCalled();
  });
});
