/** Creates one-time links to the pages, for members who have no password or have forgotten it. */
import { createHash, randomBytes } from "node:crypto";
import type { Actor } from "../events";
import type { Member } from "../model";
import { env } from "../process/env";
import { keepSignInLink } from "../store/people/credentials";

const LIFETIME_MINUTES = 15;
const SECRET_BYTES = 32;

export type SignInLink = { url: string; expires: Date };

/**
 * The secret stands behind the `#`: browsers keep that part to themselves, so that no log and no proxy sees it, and a program
 * that follows links in messages does not use it up.
 */
export async function makeSignInLink(member: Member, by: Actor): Promise<SignInLink> {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  const expires = new Date((by.now ?? new Date()).getTime() + LIFETIME_MINUTES * 60_000);
  await keepSignInLink({ member, secretHash: hashLinkSecret(secret), expires }, by);
  return { url: `${new URL("/sign-in/link", env().APP_URL)}#${secret}`, expires };
}

export function hashLinkSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
