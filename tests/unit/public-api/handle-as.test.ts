/** What the pages send into the pipeline in a member's name: a write that is no dry run gets no further than its route. */
import { expect, it } from "vitest";
import { type InnerRequest, toApiRequest } from "@/lib/public-api/inner-request";
import { handleAs } from "@/lib/public-api/reference/handle-as";

async function handled(asked: Omit<InnerRequest, "query" | "address"> & { query?: Record<string, string> }) {
  let asks = 0;
  const session = {
    countAs: async () => {},
    findCaller: () => {
      asks += 1;
      return Promise.reject(new Error("No caller is needed."));
    },
  };
  const { response } = await handleAs(session, toApiRequest({ query: {}, address: "127.0.0.1", ...asked }));
  return { asks, status: response.status, code: JSON.parse(String(response.body)).error.code };
}

const RECORD = "/entities/deals/records/01a1fd30-0325-7043-9348-da7b8275f27a";

it.each([
  { method: "POST", path: "/entities/deals/records", body: '{"data":{}}' },
  { method: "PATCH", path: RECORD, body: '{"data":{}}' },
  { method: "DELETE", path: RECORD },
  { method: "DELETE", path: RECORD, query: { dryRun: "false" } },
  { method: "POST", path: "/entities/deals/records/batch", body: '{"operations":[]}' },
  { method: "POST", path: "/webhooks", body: '{"data":{}}' },
  { method: "POST", path: "/webhooks/1/rotate", query: { dryRun: "true" } },
])("refuses a write that is not a dry run: $method $path", async (asked) => {
  expect(await handled(asked)).toEqual({ asks: 0, status: 500, code: "SERVER_ERROR" });
});

it("a dry run and a read identify the caller", async () => {
  expect(await handled({ method: "DELETE", path: RECORD, query: { dryRun: "true" } })).toMatchObject({ asks: 1 });
  expect(await handled({ method: "GET", path: RECORD })).toMatchObject({ asks: 1 });
});
