/** A write that finds other permissions than it was admitted with is admitted again, and not without end. */
import { expect, it } from "vitest";
import { AccessChanged } from "@/lib/access/require";
import { withCurrentPermissions } from "@/lib/public-api/current-permissions";

/** Handles what has been admitted so many times; before, its permissions have always just changed. */
function requestThatSettlesAfter(admissions: number) {
  let renewed = 0;
  const handle = async (admission: number) => {
    if (admission < admissions) throw new AccessChanged();
    return `handled with admission ${admission}`;
  };
  const renew = async (admission: number) => {
    renewed += 1;
    return admission + 1;
  };
  return { handled: withCurrentPermissions(handle, renew)(1), renewals: () => renewed };
}

it("is handled with the permissions of its last admission", async () => {
  const { handled, renewals } = requestThatSettlesAfter(20);
  expect(await handled).toBe("handled with admission 20");
  expect(renewals()).toBe(19);
});

it("is a fault of ours where permissions still change at the twentieth admission", async () => {
  const { handled, renewals } = requestThatSettlesAfter(21);
  await expect(handled).rejects.toBeInstanceOf(AccessChanged);
  expect(renewals()).toBe(19);
});

it("is refused as soon as an admission refuses it, and any other fault is not tried again", async () => {
  const changing = async (_: string): Promise<string> => {
    throw new AccessChanged();
  };
  const revoked = async (_: string): Promise<string> => {
    throw new Error("revoked");
  };
  await expect(withCurrentPermissions(changing, revoked)("first")).rejects.toThrow("revoked");
  await expect(withCurrentPermissions(revoked, changing)("first")).rejects.toThrow("revoked");
});
