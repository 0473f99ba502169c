import { loadCurrentConfiguration } from "../../configuration/load";
import type { Member, SecondFactorRule } from "../../model";

export async function mustHaveSecondFactor(member: Member): Promise<boolean> {
  const { requireSecondFactor } = (await loadCurrentConfiguration(member.organizationId)).tokenPolicy;
  return isAskedOf(member, requireSecondFactor);
}

export function isAskedOf({ admin }: Pick<Member, "admin">, rule: SecondFactorRule | null): boolean {
  return rule === "members" || (rule === "administrators" && admin);
}
