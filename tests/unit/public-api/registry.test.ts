/** The registry has the nine endpoints of the spec and those beyond them, and Next reaches them by every method. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { ENDPOINTS } from "@/lib/public-api/endpoints/registry";

const ROUTES = "app/api/v1";

it("the registry has the endpoints of the spec and of the contract, and no other, with the verb of each and whether it is safe", () => {
  const told = ENDPOINTS.map(({ name, method, path, safe, ...endpoint }) => {
    const verbs =
      endpoint.about === "entity" ? endpoint.verbs.join(" or ") : ["caller", ...endpoint.verbs].join(" with ");
    return [name, `${method} ${path}`, verbs, safe ? "safe" : "writes"];
  });
  expect(told).toEqual([
    ["me", "GET /me", "caller", "safe"],
    ["entities.list", "GET /entities", "caller", "safe"],
    ["entities.describe", "GET /entities/:entityKey", "", "safe"],
    ["openapi", "GET /openapi.json", "caller", "safe"],
    ["search", "GET /search", "caller with list", "safe"],
    ["records.list", "GET /entities/:entityKey/records", "list", "safe"],
    ["records.query", "POST /entities/:entityKey/records/query", "list", "safe"],
    ["records.safeQuery", "QUERY /entities/:entityKey/records", "list", "safe"],
    ["records.aggregate", "POST /entities/:entityKey/records/aggregate", "list", "safe"],
    ["records.read", "GET /entities/:entityKey/records/:recordId", "list", "safe"],
    ["changes.list", "GET /entities/:entityKey/changes", "list", "safe"],
    ["records.create", "POST /entities/:entityKey/records", "create", "writes"],
    ["records.update", "PATCH /entities/:entityKey/records/:recordId", "update", "writes"],
    ["records.delete", "DELETE /entities/:entityKey/records/:recordId", "delete", "writes"],
    // Each operation asks for its own verb.
    ["records.batch", "POST /entities/:entityKey/records/batch", "create or update", "writes"],
    ["webhooks.list", "GET /webhooks", "caller", "safe"],
    ["webhooks.create", "POST /webhooks", "caller", "writes"],
    ["webhooks.read", "GET /webhooks/:webhookId", "caller", "safe"],
    ["webhooks.update", "PATCH /webhooks/:webhookId", "caller", "writes"],
    ["webhooks.delete", "DELETE /webhooks/:webhookId", "caller", "writes"],
    ["webhooks.test", "POST /webhooks/:webhookId/test", "caller", "writes"],
    ["webhooks.replay", "POST /webhooks/:webhookId/replay", "caller", "writes"],
    ["webhooks.rotate", "POST /webhooks/:webhookId/rotate", "caller", "writes"],
    ["webhooks.deliveries", "GET /webhooks/:webhookId/deliveries", "caller", "safe"],
  ]);
});

it.each(readdirSync(ROUTES, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith("route.ts")))(
  "Next's route file %s hands over every method, and has the rows of its path",
  (file) => {
    const text = readFileSync(path.join(ROUTES, file), "utf8");
    const exported = /^export const \{ ([A-Z, ]+) \} = routes\(/m.exec(text)?.[1];
    expect(exported?.split(", ")).toEqual(["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]);
    const template = `/${path.dirname(file).replaceAll(/\[(\w+)\]/g, ":$1")}`;
    const names = ENDPOINTS.filter((endpoint) => endpoint.path === template).map(({ name }) => name as string);
    const passed = [...text.matchAll(/[A-Z](?:\.|\[")([\w.]+)/g)].map(([, name]) => name);
    expect(passed.toSorted()).toEqual(names.toSorted());
  },
);
