/** A plan can be opened for ten minutes, by its token alone. */
import { describe, expect, it } from "vitest";
import type { Caller } from "@/lib/authentication/authenticate";
import { openPlan, sealPlan } from "@/lib/mcp/plan/plan";

process.env.APP_SECRET = "a secret of the tests, of no use elsewhere";

const caller = (tokenId: string, organizationId = "acme", version = 3) =>
  ({ configuration: { organizationId, version }, token: { rootId: tokenId } }) as Caller;
const NOW = Date.UTC(2026, 10, 26);
const MINUTE = 60_000;
const operations = [{ op: "create", data: { name: "x" } }];
const proposal = { entity: "parts", operations };
const plan = sealPlan(caller("one"), proposal, NOW);

describe("a plan", () => {
  it("opens for its token until ten minutes have passed", () => {
    expect(openPlan(caller("one"), plan, NOW + 10 * MINUTE - 1)).toMatchObject(proposal);
    expect(() => openPlan(caller("one"), plan, NOW + 10 * MINUTE)).toThrow(
      expect.objectContaining({ code: "PRECONDITION_FAILED", message: expect.stringContaining("call propose again") }),
    );
  });

  it("opens with no other configuration: its defaults would be written as well", () => {
    expect(() => openPlan(caller("one", "acme", 4), plan, NOW)).toThrow(
      expect.objectContaining({
        code: "PRECONDITION_FAILED",
        message: expect.stringMatching(/^The configuration has changed since\..*call propose again/),
      }),
    );
  });

  it("opens for no other token, no other organization, and no other spelling", () => {
    const refused = expect.objectContaining({ code: "INVALID_BODY" });
    expect(() => openPlan(caller("two"), plan, NOW)).toThrow(refused);
    expect(() => openPlan(caller("one", "other"), plan, NOW)).toThrow(refused);
    expect(() => openPlan(caller("one"), `${plan}=`, NOW)).toThrow(refused);
    for (const at of [0, 20, plan.length - 2]) {
      const changed = plan.slice(0, at) + (plan[at] === "A" ? "B" : "A") + plan.slice(at + 1);
      expect(() => openPlan(caller("one"), changed, NOW)).toThrow(refused);
    }
  });

  it("has an id of its own each time, so that the same operations can be done twice by two plans", () => {
    const other = sealPlan(caller("one"), proposal, NOW);
    expect(openPlan(caller("one"), other, NOW).id).not.toBe(openPlan(caller("one"), plan, NOW).id);
  });
});
