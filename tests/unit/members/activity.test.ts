/** Deactivating and activating by administrators, against a real database: what stops is told, and somebody stays in charge. */
import { describe, expect, it } from "vitest";
import { activateMember, deactivateMember, tokensThatStop } from "@/lib/members/members";
import type { Member } from "@/lib/model";
import { findMember } from "@/lib/store/people/members";
import { createToken } from "@/lib/tokens/change/create";
import { revokeToken } from "@/lib/tokens/change/revoke";
import { listAllTokens } from "@/lib/tokens/read/list";
import { ownTokens } from "@/lib/tokens/read/visibility";
import { memberWith } from "../../support/member";
import { openTestDatabase, query } from "../configuration/database";
import { BY, openOwners, REQUEST } from "../tokens/owners";

openTestDatabase();

const isActive = async ({ organizationId, id }: Member) => (await findMember(organizationId, id))?.active;

describe("deactivating a member", () => {
  it("stops the tokens that are accepted, and reports them", async () => {
    const { ada, ben } = await openOwners();
    const [standing, revoked] = [await createToken(ben, REQUEST, BY), await createToken(ben, REQUEST, BY)];
    await createToken(ada, REQUEST, BY);
    await revokeToken({ tokenId: revoked.id, visibility: null }, BY);
    expect((await tokensThatStop(ben)).map(({ id }) => id)).toEqual([standing.id]);
    const outcome = await deactivateMember({ memberId: ben.id, administrator: ada }, BY);
    expect(outcome).toMatchObject({ kind: "deactivated", member: { email: "ben@acme.test" } });
    expect(outcome.kind === "deactivated" && outcome.stopped.map(({ id }) => id)).toEqual([standing.id]);
    expect((await listAllTokens(ownTokens(ben))).map(({ id, status }) => [id, status])).toEqual([
      [revoked.id, "revoked"],
      [standing.id, "owner inactive"],
    ]);
    const rows = await query(
      "SELECT actor, action, address, request_id FROM audit_events WHERE organization_id = $1 AND subject = $2",
      [ada.organizationId, "ben@acme.test"],
    );
    expect(rows).toEqual([
      { actor: "ada@acme.test", action: "member.deactivate", address: "192.0.2.7", request_id: "request-1" },
    ]);
    expect(await deactivateMember({ memberId: ben.id, administrator: ada }, BY)).toEqual({ kind: "inactive before" });
  });

  it("is undone by activating: what has not ended meanwhile works again", async () => {
    const { ada, ben } = await openOwners();
    const { id } = await createToken(ben, REQUEST, BY);
    const change = { memberId: ben.id, administrator: ada };
    await deactivateMember(change, BY);
    expect(await activateMember(change, BY)).toMatchObject({ kind: "activated", member: { active: true } });
    expect((await listAllTokens(ownTokens(ben)))[0]).toMatchObject({ id, status: "active" });
    expect(await activateMember(change, BY)).toEqual({ kind: "active before" });
  });

  it("leaves an administrator, even where two deactivate one another at once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { ada, organizationId } = await openOwners(({ members }) => {
        members.push({ email: "eve@acme.test", name: "Eve", roles: [], admin: true });
      });
      const eve = await memberWith(organizationId, "eve@acme.test");
      const outcomes = await Promise.all([
        deactivateMember({ memberId: eve.id, administrator: ada }, BY),
        deactivateMember({ memberId: ada.id, administrator: eve }, BY),
      ]);
      expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["deactivated", "refused"]);
      expect([await isActive(ada), await isActive(eve)].sort()).toEqual([false, true]);
      expect(outcomes.find(({ kind }) => kind === "refused")).toEqual({
        kind: "refused",
        reason: "This is the last active administrator: make someone else an administrator first.",
      });
    }
  });

  it("does not reach into another organization", async () => {
    const [{ ada }, stranger] = [await openOwners(), await openOwners()];
    const change = { memberId: stranger.ben.id, administrator: ada };
    const unknown = { kind: "refused", reason: "This member no longer exists. Reload the page." };
    expect(await deactivateMember(change, BY)).toEqual(unknown);
    expect(await activateMember(change, BY)).toEqual(unknown);
    expect(await isActive(stranger.ben)).toBe(true);
  });
});
