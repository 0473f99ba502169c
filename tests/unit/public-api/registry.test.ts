/** The registry has the nine endpoints of the spec, and Next has a route for each and for everything else. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ENDPOINTS } from "@/lib/public-api/endpoints";

const ROUTES = "app/api/v1";
const routes = readdirSync(ROUTES, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith("route.ts"));
const METHODS = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];

describe("the registry", () => {
  it("has the endpoints of the spec and no other", () => {
    expect(ENDPOINTS.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /me",
      "GET /entities",
      "GET /entities/:entityKey",
      "GET /entities/:entityKey/records",
      "POST /entities/:entityKey/records/query",
      "GET /entities/:entityKey/records/:recordId",
      "POST /entities/:entityKey/records",
      "PATCH /entities/:entityKey/records/:recordId",
      "DELETE /entities/:entityKey/records/:recordId",
    ]);
  });

  it("asks for the verb of each, none where any will do", () => {
    const verbs = ENDPOINTS.map((endpoint) => [endpoint.name, endpoint.about === "entity" ? endpoint.verb : "caller"]);
    expect(verbs).toEqual([
      ["me", "caller"],
      ["entities.list", "caller"],
      ["entities.describe", null],
      ["records.list", "list"],
      ["records.query", "list"],
      ["records.read", "list"],
      ["records.create", "create"],
      ["records.update", "update"],
      ["records.delete", "delete"],
    ]);
  });

  it("names the query parameters of each", () => {
    const named = ENDPOINTS.filter(({ parameters }) => parameters.length > 0);
    expect(named.map(({ name, parameters }) => [name, parameters])).toEqual([
      ["records.list", ["limit", "cursor", "sort", "search", "fields"]],
      ["records.read", ["fields"]],
    ]);
  });

  it("reads a body where the spec has one", () => {
    const withBody = ENDPOINTS.filter((endpoint) => endpoint.hasBody).map(({ name }) => name);
    expect(withBody).toEqual(["records.query", "records.create", "records.update"]);
  });

  it("lists the fixed word before the parameter in its place", () => {
    const paths = ENDPOINTS.map(({ path }) => path);
    const query = paths.indexOf("/entities/:entityKey/records/query");
    expect(query).toBeLessThan(paths.indexOf("/entities/:entityKey/records/:recordId"));
  });
});

describe("Next's routes", () => {
  it("are the paths of the registry, and one for every other path", () => {
    const paths = routes.map((file) => `/${path.posix.dirname(file)}`.replaceAll(/\[(\w+)\]/g, ":$1"));
    expect(paths.sort()).toEqual([...new Set(ENDPOINTS.map(({ path }) => path)), "/[[...path]]"].sort());
  });

  it.each(routes)("only declare: %s", (file) => {
    const text = readFileSync(path.join(ROUTES, file), "utf8");
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(15);
    expect([...text.matchAll(/door as ([A-Z]+)/g)].map(([, method]) => method)).toEqual(METHODS);
  });
});
