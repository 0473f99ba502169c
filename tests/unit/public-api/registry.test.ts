/** The registry has the nine endpoints of the spec and those beyond them, and Next reaches them by every method. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { ErrorCode } from "@/lib/errors";
import { checksOf } from "@/lib/public-api/endpoints/endpoint";
import { ENDPOINTS } from "@/lib/public-api/endpoints/registry";
import type { Step } from "@/lib/refusal";

const ROUTES = "app/api/v1";

describe("the registry", () => {
  it("has the endpoints of the spec and of the contract, and no other", () => {
    expect(ENDPOINTS.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /me",
      "GET /entities",
      "GET /entities/:entityKey",
      "GET /openapi.json",
      "GET /search",
      "GET /entities/:entityKey/records",
      "POST /entities/:entityKey/records/query",
      "QUERY /entities/:entityKey/records",
      "POST /entities/:entityKey/records/aggregate",
      "GET /entities/:entityKey/records/:recordId",
      "GET /entities/:entityKey/changes",
      "POST /entities/:entityKey/records",
      "PATCH /entities/:entityKey/records/:recordId",
      "DELETE /entities/:entityKey/records/:recordId",
      "POST /entities/:entityKey/records/batch",
      "GET /webhooks",
      "POST /webhooks",
      "GET /webhooks/:webhookId",
      "PATCH /webhooks/:webhookId",
      "DELETE /webhooks/:webhookId",
      "POST /webhooks/:webhookId/test",
      "POST /webhooks/:webhookId/replay",
      "POST /webhooks/:webhookId/rotate",
      "GET /webhooks/:webhookId/deliveries",
    ]);
  });

  it("asks for the verb of each, none where any will do", () => {
    const verbs = ENDPOINTS.map((endpoint) => [
      endpoint.name,
      endpoint.about === "entity" ? endpoint.verbs.join(" or ") : ["caller", ...(endpoint.verbs ?? [])].join(" with "),
    ]);
    expect(verbs).toEqual([
      ["me", "caller"],
      ["entities.list", "caller"],
      ["entities.describe", ""],
      ["openapi", "caller"],
      ["search", "caller with list"],
      ["records.list", "list"],
      ["records.query", "list"],
      ["records.safeQuery", "list"],
      ["records.aggregate", "list"],
      ["records.read", "list"],
      ["changes.list", "list"],
      ["records.create", "create"],
      ["records.update", "update"],
      ["records.delete", "delete"],
      // Each operation asks for its own.
      ["records.batch", "create or update"],
      ["webhooks.list", "caller"],
      ["webhooks.create", "caller"],
      ["webhooks.read", "caller"],
      ["webhooks.update", "caller"],
      ["webhooks.delete", "caller"],
      ["webhooks.test", "caller"],
      ["webhooks.replay", "caller"],
      ["webhooks.rotate", "caller"],
      ["webhooks.deliveries", "caller"],
    ]);
  });

  it("calls safe what changes nothing, and nothing else", () => {
    const unsafe = ENDPOINTS.filter(({ safe }) => !safe).map(({ name }) => name);
    expect(unsafe).toEqual([
      "records.create",
      "records.update",
      "records.delete",
      "records.batch",
      "webhooks.create",
      "webhooks.update",
      "webhooks.delete",
      "webhooks.test",
      "webhooks.replay",
      "webhooks.rotate",
    ]);
  });

  it("gives each endpoint the codes of its checks", () => {
    const codes: Partial<Record<Step, ErrorCode>> = {
      entity: "ENTITY_NOT_FOUND",
      verb: "PERMISSION_DENIED",
      "row scope": "PERMISSION_DENIED",
      fields: "PERMISSION_DENIED",
      lifecycle: "PERMISSION_DENIED",
      "required fields": "PERMISSION_DENIED",
      "permission for this change": "PERMISSION_DENIED",
      "new row scope": "PERMISSION_DENIED",
      record: "RECORD_NOT_FOUND",
      precondition: "PRECONDITION_REQUIRED",
      version: "PRECONDITION_FAILED",
      validation: "INVALID_BODY",
      references: "INVALID_BODY",
      conflict: "PARENT_REFERENCE",
      webhooks: "PERMISSION_DENIED",
      readable: "CREATED_RECORD_NOT_READABLE",
    };
    for (const endpoint of ENDPOINTS) {
      const given = checksOf(endpoint).flatMap((step) => codes[step] ?? []);
      expect(endpoint.errors, endpoint.name).toEqual(expect.arrayContaining(given));
    }
  });
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
