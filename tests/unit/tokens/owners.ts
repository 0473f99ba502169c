/** An organization of its own for each test, with two members, and what is looked up again and again. */
import { authenticate } from "@/lib/authentication/authenticate";
import { parseToken } from "@/lib/authentication/token-secret";
import { loadConfiguration } from "@/lib/configuration/load";
import type { Actor } from "@/lib/events";
import type { Member } from "@/lib/model";
import type { Rotated } from "@/lib/tokens/change/rotate";
import { memberWith } from "../../support/member";
import { apply, newKey } from "../configuration/applied";
import { query } from "../configuration/database";
import { type ExampleFile, exampleFile } from "../configuration/example";

export const BY: Actor = { actor: "ada@acme.test", address: "192.0.2.7", requestId: "request-1" };

/** A token for everything its owner can do, of no end. */
export const REQUEST = { name: "Sync", purpose: "", expires: null, scopes: null };

export type Owners = { organizationId: string; file: ExampleFile; ada: Member; ben: Member };

/**
 * Ada is an administrator and holds list, create and a scoped update on deals, and list on accounts; Ben holds nothing.
 * Nobody holds anything on "ledger", and "hidden" is not exposed.
 */
export async function openOwners(change: (file: ExampleFile) => void = () => {}): Promise<Owners> {
  const file = exampleFile(newKey());
  for (const [key, exposed] of Object.entries({ hidden: false, ledger: true })) {
    file.entities.push({ key, exposed, labelField: "a", fields: [{ key: "a", type: "text" }] });
  }
  file.roles[0]?.grants.push({ entity: "hidden", verbs: ["list"] });
  file.members.push({ email: "ben@acme.test", name: "Ben", roles: [] });
  change(file);
  const { organizationId } = await apply(file);
  const [ada, ben] = [
    await memberWith(organizationId, "ada@acme.test"),
    await memberWith(organizationId, "ben@acme.test"),
  ];
  return { organizationId, file, ada, ben };
}

/** Who the API takes the token for, on the next request. */
export async function authenticated(text: string) {
  const presented = parseToken(text);
  if (presented === null) throw new Error("the text is a token");
  return authenticate(presented, "192.0.2.7", loadConfiguration);
}

export function daysFromNow(days: number): Date {
  return new Date(Date.now() + days * 24 * 60 * 60 * 1000);
}

export type EventRow = {
  actor: string;
  action: string;
  details: object;
  address: string | null;
  request_id: string | null;
};

/** What was done to it, oldest first. */
export async function eventsOf(subject: string): Promise<EventRow[]> {
  return query<EventRow>(
    "SELECT actor, action, details, address, request_id FROM audit_events WHERE subject = $1 ORDER BY at, id",
    [subject],
  );
}

/** Tokens in use that nobody has to make one by one. */
export async function storeTokens({ organizationId, id }: Member, count: number): Promise<void> {
  await query(
    `INSERT INTO tokens (id, organization_id, member_id, name, secret_hash)
     SELECT substr(md5(random()::text), 1, 22), $1, $2, 'many', sha256('x') FROM generate_series(1, $3::int)`,
    [organizationId, id, count],
  );
}

/** Signs the person in: a session in the database, as the pages have it. */
export async function openSession(email: string): Promise<void> {
  await query(
    `INSERT INTO sessions (id, token, user_id, expires_at, updated_at)
     SELECT gen_random_uuid(), gen_random_uuid(), id, now() + interval '1 day', now() FROM users WHERE email = $1`,
    [email],
  );
}

export function rotated(outcome: Rotated): Extract<Rotated, { kind: "rotated" }> {
  if (outcome.kind !== "rotated") throw new Error(`expected a rotation, got ${outcome.kind}`);
  return outcome;
}

/** What was refused, or "done". */
export const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "done",
    (error: Error) => error.message,
  );
