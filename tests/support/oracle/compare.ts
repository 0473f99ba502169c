/** Sends a request, compares the answer with the oracle's, and reports a disagreement so that a person can judge it. */
import { isDeepStrictEqual } from "node:util";
import { inject } from "vitest";
import type { JsonValue } from "@/lib/model";
import { type Answer, type Call, send } from "../http";
import { expectAnswerRules } from "../response-rules";
import { type AggregateInput, comparable } from "./aggregates";
import { type Ask, type Shown, statusesOf, type Verdict } from "./ask";
import { sorted } from "./discovery";
import { entityIn, type ModelRecord, type World } from "./file";
import { typeOfName } from "./filters";
import type { Caller, LiveWorld } from "./live-world";

export async function sendAsk(caller: Caller, ask: Ask): Promise<Answer> {
  const call = { ...callOf(ask), token: caller.token };
  const answer = await send(inject("origin"), call);
  expectAnswerRules(answer, call, "after the gate");
  return answer;
}

export function callOf(ask: Ask): Call {
  if (ask.endpoint === "me" || ask.endpoint === "entities") return { path: `/${ask.endpoint}` };
  const entity = `/entities/${ask.entity}`;
  switch (ask.endpoint) {
    case "describe":
      return { path: entity };
    case "list": {
      const query = ask.query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
      return { path: `${entity}/records${query === "" ? "" : `?${query}`}` };
    }
    case "query":
      return { method: "POST", path: `${entity}/records/query`, json: ask.body };
    case "aggregate":
      return { method: "POST", path: `${entity}/records/aggregate`, json: ask.body };
    case "read": {
      const { fields, expand } = ask;
      const query = Object.entries({ fields, expand }).flatMap(([name, text]) =>
        text === undefined ? [] : `${name}=${text}`,
      );
      return { path: `${entity}/records/${ask.id}${query.length === 0 ? "" : `?${query.join("&")}`}` };
    }
    case "create":
      return { method: "POST", path: `${entity}/records`, json: ask.body };
    case "update":
      return { method: "PATCH", path: `${entity}/records/${ask.id}`, json: ask.body, ...ifMatch(ask.ifMatch) };
    case "delete":
      return { method: "DELETE", path: `${entity}/records/${ask.id}`, ...ifMatch(ask.ifMatch) };
  }
}

function entityKeyOf(ask: Ask): string | undefined {
  return "entity" in ask ? ask.entity : undefined;
}

function ifMatch(value: string | null): Pick<Call, "headers"> {
  return value === null ? {} : { headers: { "if-match": value } };
}

/** Everything but pages, which `walk.ts` compares. Throws Disagreement. */
export function compareAnswer(live: LiveWorld, caller: Caller, ask: Ask, verdict: Verdict, answer: Answer): void {
  const wrong = differenceOf(live.world, ask, verdict, answer);
  if (wrong !== null) throw new Error(tell(live.world, caller, ask, verdict, answer, wrong));
}

function differenceOf(world: World, ask: Ask, verdict: Verdict, answer: Answer): string | null {
  const { error, data } = answer.json as { error?: { code: string; details?: { field: string }[] }; data?: unknown };
  if (!statusesOf(verdict).includes(answer.status)) return "the status";
  if (verdict.kind === "refused") {
    if (!verdict.codes.some((code) => code === error?.code)) return "the code";
    const named = sorted((error?.details ?? []).map(({ field }) => field));
    return verdict.details === null || isDeepStrictEqual(named, sorted(verdict.details)) ? null : "the fields named";
  }
  if (verdict.kind === "value") return isDeepStrictEqual(withSortedOperators(data), verdict.data) ? null : "the data";
  if (verdict.kind === "list") return null;
  if (verdict.kind === "aggregate") {
    const { entity = "", body } = ask as { entity?: string; body?: AggregateInput };
    const file = entityIn(world.file, entity);
    if (file === undefined || body === undefined) return "the entity";
    const typeOf = (name: string) => typeOfName(file, name);
    const given = comparable(data as JsonValue, body, typeOf);
    return isDeepStrictEqual(given, comparable(verdict.data, body, typeOf)) ? null : "the groups";
  }
  const entity = entityKeyOf(ask) ?? "";
  const stored = world.records.find(({ id }) => id === verdict.shown.id);
  return verdict.effect.kind === "none" && stored !== undefined
    ? differenceOfEnvelope(data, stored, verdict.shown)
    : differenceOfNewVersion(data, entity, verdict.shown, answer);
}

/** Compares an unchanged record with its envelope. */
export function differenceOfEnvelope(data: unknown, stored: ModelRecord, shown: Shown): string | null {
  const { id, entity: entityKey, created, updated, versionId } = stored;
  const expanded = shown.expanded === undefined ? {} : { expanded: shown.expanded };
  return isDeepStrictEqual(data, { id, entityKey, created, updated, versionId, data: shown.data, ...expanded })
    ? null
    : "the record";
}

function differenceOfNewVersion(data: unknown, entityKey: string, shown: Shown, answer: Answer): string | null {
  const view = data as { id: string; entityKey: string; versionId: string; data: unknown };
  if (view.entityKey !== entityKey || (shown.id !== null && view.id !== shown.id)) return "the envelope";
  if (answer.headers.etag !== `"${view.versionId}"`) return "the ETag";
  return isDeepStrictEqual(view.data, shown.data) ? null : "the record's data";
}

function withSortedOperators(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data), (key, value) => (key === "operators" ? sorted(value) : value));
}

const LONGEST = 3_000;

export function tell(world: World, caller: Caller, ask: Ask, verdict: unknown, answer: Answer, wrong: string): string {
  const { method = "GET", path, json, headers } = callOf(ask);
  const entity = entityKeyOf(ask);
  const grants = world.file.roles.filter(({ key }) => caller.roles.includes(key)).flatMap((role) => role.grants);
  const target = "id" in ask ? world.records.find(({ id }) => id === ask.id) : undefined;
  const lines: [string, unknown][] = [
    ["request", `${method} ${path}`],
    ["headers", headers],
    ["body", json],
    ["record", target],
    ["grants", grants.filter((grant) => grant.entity === entity)],
    ["scopes", caller.scopes],
    ["denied", caller.denied],
    ["rows", caller.rows],
    ["entity", entity === undefined ? undefined : entityIn(world.file, entity)],
    ["oracle", verdict],
    ["service", `${answer.status} ${answer.text}`],
  ];
  const told = lines
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) => `  ${name}: ${(typeof value === "string" ? value : JSON.stringify(value)).slice(0, LONGEST)}`,
    );
  return [`The oracle and the service disagree about ${wrong}.`, ...told].join("\n");
}
