/** Going to work in another of one's organisations. */
import { rememberChoice } from "./organization";
import { findVisitor } from "./signed-in";

/** Does nothing where the person is no active member there: the next page asks who they are anyway. */
export async function switchOrganization(memberId: string): Promise<void> {
  const visitor = await findVisitor();
  if (visitor.kind === "signed-out") return;
  if (visitor.memberships.some((each) => each.memberId === memberId)) await rememberChoice(memberId);
}
