/** Signing out. */
import { isOwnOrigin } from "./origin";
import { pageRequest } from "./page-request";
import { endSession } from "./session";

/** Ends the session at once. Another site cannot make somebody sign out. */
export async function signOut(): Promise<void> {
  const { headers } = await pageRequest();
  if (isOwnOrigin(headers)) await endSession();
}
