/** Members of an organization of the API suite who have a password, and how they sign in. */
import { randomInt } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import { sql } from "./database-client";
import type { Answer } from "./http";
import type { Organization } from "./organization";
import type { MemberName } from "./organization-file";
import { type PageClient, pageClient } from "./page-client";

export const PASSWORD = "correct horse battery";

/** One hash for everybody: hashing is slow on purpose. */
let passwordHash: Promise<string> | undefined;

/** Their e-mail address. */
export function givePassword(organization: Organization, name: MemberName): Promise<string> {
  return giveEmailPassword(`${name}@${organization.key}.test`);
}

export async function giveEmailPassword(email: string): Promise<string> {
  passwordHash ??= hashPassword(PASSWORD);
  await sql("insert into users (id, name, email, email_verified) values ($1, $1, $1, true) on conflict do nothing", [
    email,
  ]);
  await sql(
    `insert into accounts (id, account_id, provider_id, user_id, password, updated_at)
     values ($1, $1, 'credential', $1, $2, now()) on conflict do nothing`,
    [email, await passwordHash],
  );
  return email;
}

/** A loopback address: attempts are counted by address, and tests must not use up one another's. */
export function ownAddress(): string {
  return `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

export async function signIn(
  client: PageClient,
  fields: { email: string; password?: string },
  headers: Record<string, string> = {},
): Promise<Answer> {
  const page = await client.get("/sign-in");
  return client.submit("/sign-in", page, { password: PASSWORD, ...fields }, { headers });
}

/** A browser that somebody has signed in with, from an address of its own. */
export async function signedIn(origin: string, email: string): Promise<PageClient> {
  const client = pageClient(origin, ownAddress());
  const answer = await signIn(client, { email });
  if (answer.status !== 303) throw new Error(`${email} could not sign in: ${answer.status} ${alertOf(answer)}`);
  return client;
}

/** "in" if the tokens' page lets them in; otherwise where it redirects to. */
export async function entry(client: PageClient): Promise<string> {
  const { status, headers } = await client.get("/tokens");
  return status === 200 ? "in" : `${status} ${headers.location}`;
}

/** The text of the page's alert; null if it has none. */
export function alertOf({ text }: Answer): string | null {
  const alert = /role="alert"[^>]*>([\s\S]*?)<\/div><\/div>/.exec(text)?.[1];
  return alert === undefined ? null : alert.replace(/<svg[\s\S]*?<\/svg>/g, "").replace(/<[^>]*>/g, "");
}
