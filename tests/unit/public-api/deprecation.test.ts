/** Deprecated endpoints (contract § 9). Deprecated fields have their rows in `tests/api/cross/deprecated-fields.test.ts`. */
import { describe, expect, it } from "vitest";
import { publicOrigin } from "@/lib/http/origin";
import { withDeprecation } from "@/lib/public-api/deprecation";
import { withDocumentation } from "@/lib/public-api/endpoints/documentation";
import { ROWS } from "@/lib/public-api/endpoints/registry";
import { operationOf } from "@/lib/public-api/openapi/operation";

const SOON = { since: "2026-11-01", sunset: "2027-05-01", use: "GET /whoami" };
const LATER = { since: "2026-12-01", sunset: null, use: null };
const caller = { access: { entity: () => null, entities: () => [] }, configuration: { entities: new Map() } };
const asked = (deprecated?: typeof SOON | typeof LATER) => ({
  endpoint: deprecated === undefined ? {} : { deprecated },
  caller,
  asked: { query: new Map() },
});
const PAGE = `<${publicOrigin()}/docs/contract#9-versioning>; rel="deprecation"; type="text/html"`;

describe("a response of a deprecated endpoint", () => {
  it("says since when, and until when", () => {
    expect(withDeprecation({ status: 200, data: "{}" }, asked(SOON)).headers).toEqual({
      deprecation: "@1793491200",
      sunset: "Sat, 01 May 2027 00:00:00 GMT",
      link: PAGE,
    });
  });

  it("keeps the other headers, and the other Link", () => {
    const headers = { link: '</a>; rel="service-desc"', "idempotent-replayed": "true" };
    expect(withDeprecation({ status: 200, data: "{}", headers }, asked(LATER)).headers).toEqual({
      deprecation: "@1796083200",
      "idempotent-replayed": "true",
      link: `</a>; rel="service-desc", ${PAGE}`,
    });
  });
});

it("a deprecated endpoint is marked in the documents, with its headers", () => {
  const operation = operationOf(withDocumentation({ ...ROWS.me, deprecated: SOON }), {});
  expect(operation.deprecated).toBe(true);
  expect(operation).toMatchObject({ responses: { 200: { headers: { Deprecation: {}, Sunset: {} } } } });
  expect(operationOf(withDocumentation(ROWS.me), {})).not.toHaveProperty("deprecated");
});
