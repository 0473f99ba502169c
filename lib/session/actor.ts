/** Whoever is signed in, as the audit log names them. */
import type { SignedIn } from "./signed-in";

export function actorOf({ member, address, requestId }: SignedIn): {
  actor: string;
  address: string;
  requestId: string;
} {
  return { actor: member.email, address, requestId };
}
