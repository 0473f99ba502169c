/** A target for hostile requests: a process of its own, so that its memory can be measured, and normal requests to compare. */
import { inject } from "vitest";
import type { Call } from "./http";
import { openOrganization, recordsPath } from "./organization";
import { type Service, startService } from "./service";

export type HostileTarget = {
  service: Service;
  /** A token with every verb on every entity. */
  token: string;
  recordPath: string;
  /** A hundred requests whose answers must not change. */
  normal: Call[];
};

export async function openHostileTarget(): Promise<HostileTarget> {
  const acme = await openOrganization("hostile");
  const token = acme.token("ada");
  const target = await acme.create("ada", "samples", { name: "target" });
  const [first, second] = [
    await acme.create("ada", "accounts", { name: "first", city: "Oslo" }),
    await acme.create("ada", "accounts", { name: "second", city: "Bergen" }),
  ];
  const accounts = recordsPath("accounts");
  const kinds: Call[] = [
    { path: "/me" },
    { path: "/entities" },
    { path: "/entities/samples" },
    { path: `${accounts}?sort=name:asc` },
    { path: first.path },
    { path: second.path, headers: { "if-none-match": second.etag } },
    { method: "POST", path: `${accounts}/query`, json: { where: ["city", "eq", "Oslo"] } },
    { path: `${accounts}?limit=0` },
    { path: `${accounts}/nothing` },
    { method: "DELETE", path: first.path },
  ];
  const normal = Array.from({ length: 100 }, (_, index) => ({ ...(kinds[index % kinds.length] as Call), token }));
  const service = await startService(inject("adapter"), inject("databaseUrl"), { LOG_LEVEL: "error" });
  return { service, token, recordPath: target.path, normal };
}
