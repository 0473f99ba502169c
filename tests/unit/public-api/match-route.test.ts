/** From a path as received to the endpoints there, and what its parameters stand for. */
import { describe, expect, it } from "vitest";
import { leadsToApi, meansApi } from "@/lib/public-api/base-path";
import { ROWS } from "@/lib/public-api/endpoints/registry";
import { describeMethods, findRoute } from "@/lib/public-api/match-route";
import type { ApiRequest } from "@/lib/public-api/request";

function match(path: string) {
  const found = findRoute(path);
  if (found === null) return null;
  return [found.endpoints.map(({ name }) => name).join(" "), found.entityKey, found.recordId];
}

describe("a path", () => {
  it.each<[string, [endpoints: string, entityKey: string | null, recordId: string | null]]>([
    ["/api/v1/me", ["me", null, null]],
    ["/api/v1/entities/deals", ["entities.describe", "deals", null]],
    ["/api/v1/entities/deals/records/query", ["records.query", "deals", "query"]],
    ["/api/v1/entities/deals/records/aggregate", ["records.aggregate", "deals", "aggregate"]],
    ["/api/v1/entities/deals/records/1", ["records.read records.update records.delete", "deals", "1"]],
    ["/api/v1/entities/de%61ls", ["entities.describe", "deals", null]],
    ["/api/v1/entities/a%2Fb", ["entities.describe", "a/b", null]],
    ["/api/v1/entities/%", ["entities.describe", null, null]],
    ["/api/v1/entities/deals/records/%E0%A4%A", ["records.read records.update records.delete", "deals", null]],
    ["/api/v1/entities/__proto__", ["entities.describe", "__proto__", null]],
    ["/api/v1/entities/..", ["entities.describe", "..", null]],
  ])("%s is known", (path, found) => {
    expect(match(path)).toEqual(found);
  });

  it.each([
    "/",
    "/api/v1",
    "/api/v1/",
    "/api/v1/me/",
    "/api/v1//me",
    "//api/v1/me",
    "/api/v1/ME",
    "/api/v1/m%65",
    "/api/v2/me",
    "/API/v1/me",
    "/api/v1/entities/",
    "/api/v1/entities//records",
    "/api/v1/entities/deals/records/",
    "/api/v1/entities/deals/records/1/more",
    "/api/v1/entities/deals/unknown",
    "/api/v1/webhooks//test",
    "http://host/api/v1/me",
    "*",
    "",
  ])("%s is not", (path) => {
    expect(match(path)).toBeNull();
  });
});

it("a host whose router has found the path serves the operations of its route, and no other", () => {
  const request = { method: "OPTIONS", target: "/api/v1/entities/deals/records/1" } as ApiRequest;
  const operations = [ROWS["records.read"], ROWS["records.delete"]].map(({ operationId }) => operationId);
  expect(describeMethods(request)?.allow).toBe("GET, HEAD, PATCH, DELETE, OPTIONS");
  expect(describeMethods({ ...request, operations })?.allow).toBe("GET, HEAD, DELETE, OPTIONS");
});

describe("what belongs to the API", () => {
  it.each([
    "/api/v1",
    "/api/v1/",
    "/api/v1/me",
    "//api/v1/me",
    "/api/./v1/me",
    "/x/../api/v1/me",
    "/%61pi/v1/me",
    "/api%2fv1/me",
    "/api\\v1\\me",
    "*",
  ])("%s does", (path) => {
    expect(leadsToApi(path)).toBe(true);
  });

  it.each(["/", "/api", "/api/health/live", "/x/api/v1/me", "/API/v1/me", "/%", ""])("%s does not", (path) => {
    expect(leadsToApi(path)).toBe(false);
  });
});

describe("a path without the base, or with another version", () => {
  const API = ["/me", "/entities", "/v2", "/api/v2/me", "/API/v1/me"];

  it.each(API)("%s is meant for the API by a program", (path) => {
    expect([null, "*/*", "application/json", "image/avif,*/*"].map((accept) => meansApi(path, accept))).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  it.each(API)("%s is a page for a browser", (path) => {
    expect(meansApi(path, "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")).toBe(false);
  });

  it.each(["/", "/entitiesx", "/api", "/api/auth/callback/oidc", "/api/health/live"])("%s is none", (path) => {
    expect(meansApi(path, null)).toBe(false);
  });
});
