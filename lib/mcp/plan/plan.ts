/**
 * A plan that `propose` returns and `apply` takes: operations with the versions that they were checked against, sealed for a token
 * and its successors. Nothing is stored. Its id is the `Idempotency-Key` of the write, so it is applied once.
 */
import { randomUUID } from "node:crypto";
import type { Caller } from "../../authentication/authenticate";
import { derivedKey } from "../../crypto/derived-key";
import { seal, unseal } from "../../crypto/sealed";
import { ApiError } from "../../errors";
import { PLAN_MINUTES } from "../../limits";
import type { JsonObject, JsonValue } from "../../model";
import { invalidBody } from "../../public-api/input/body";

/**
 * `operations` are those of a batch, or a single delete. `version` is that of the configuration, which has the defaults that are
 * written. `expires` in milliseconds since 1970.
 */
export type Plan = { entity: string; operations: JsonObject[]; id: string; version: number; expires: number };

export function sealPlan(caller: Caller, proposal: Pick<Plan, "entity" | "operations">, now: number): string {
  const { version } = caller.configuration;
  const plan: Plan = { ...proposal, id: randomUUID(), version, expires: now + PLAN_MINUTES * 60_000 };
  return seal(plan, bindingOf(caller), derivedKey("plan"));
}

/** Throws INVALID_BODY if it is not a plan of this token, PRECONDITION_FAILED if it is outdated. */
export function openPlan(caller: Caller, sealed: string, now: number): Plan {
  const plan = unsealed(caller, sealed);
  if (now >= plan.expires) throw outdated(`The plan has expired: it can be applied for ${PLAN_MINUTES} minutes.`);
  requireVersion(plan, caller);
  return plan;
}

/** Throws PRECONDITION_FAILED if the plan was made under another configuration. */
export function requireVersion({ version }: Plan, { configuration }: Caller): void {
  if (version !== configuration.version) throw outdated("The configuration has changed since.");
}

function outdated(why: string): ApiError {
  const next = "If the plan was applied, its changes are in the records; if not, call propose again.";
  return new ApiError("PRECONDITION_FAILED", `${why} ${next}`);
}

function unsealed(caller: Caller, sealed: string): Plan {
  try {
    return unseal(sealed, bindingOf(caller), derivedKey("plan")) as Plan;
  } catch {
    throw invalidBody(
      "This is no plan of this token: it was changed on the way, or made with another token. Send plan exactly as propose returned it, or call propose again.",
    );
  }
}

function bindingOf({ configuration, token }: Caller): JsonValue {
  return ["mcp plan", configuration.organizationId, token.rootId];
}
