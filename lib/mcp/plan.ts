/**
 * What `propose` returns and `apply` takes: the operations with the versions that they were checked against, sealed for one token.
 * Nothing of a plan is stored. Its id is the `Idempotency-Key` of the write, so that it is done once.
 */
import { randomUUID } from "node:crypto";
import type { Caller } from "../authentication/authenticate";
import { derivedKey } from "../crypto/derived-key";
import { seal, unseal } from "../crypto/sealed";
import { ApiError } from "../errors";
import { PLAN_MINUTES } from "../limits";
import type { JsonObject, JsonValue } from "../model";
import { invalid } from "./arguments";

/** `operations` are those of a batch; a delete is alone. `expires` in milliseconds since 1970. */
export type Plan = { id: string; entity: string; operations: JsonObject[]; expires: number };

export function sealPlan(caller: Caller, entity: string, operations: JsonObject[], now: number): string {
  const plan = { id: randomUUID(), entity, operations, expires: now + PLAN_MINUTES * 60_000 };
  return seal(plan, bindingOf(caller), derivedKey("plan"));
}

/** Throws INVALID_BODY for what is no plan of this token, PRECONDITION_FAILED for one that has expired. */
export function openPlan(caller: Caller, sealed: string, now: number): Plan {
  const plan = unsealed(caller, sealed);
  if (now < plan.expires) return plan;
  const message = `The plan has expired: it can be applied for ${PLAN_MINUTES} minutes. If it was applied, its changes are in the records; if not, call propose again.`;
  throw new ApiError("PRECONDITION_FAILED", message);
}

function unsealed(caller: Caller, sealed: string): Plan {
  try {
    return unseal(sealed, bindingOf(caller), derivedKey("plan")) as Plan;
  } catch {
    throw invalid(
      "This is no plan of this token: it was changed on the way, or made with another token. Send plan exactly as propose returned it, or call propose again.",
    );
  }
}

function bindingOf({ configuration, token }: Caller): JsonValue {
  return ["mcp plan", configuration.organizationId, token.id];
}
