/** Of whom their organisation asks for a second factor. */
import { loadCurrentConfiguration } from "../../configuration/load";
import type { Member } from "../../model";

export async function mustHaveSecondFactor({ organizationId, admin }: Member): Promise<boolean> {
  const { requireSecondFactor } = (await loadCurrentConfiguration(organizationId)).tokenPolicy;
  return requireSecondFactor === "members" || (requireSecondFactor === "administrators" && admin);
}
