/**
 * Organizations, members and tokens for scenarios, made through lib in this process: quickly, and without a second copy of any
 * rule. Each is new, so that scenarios run side by side.
 */
import { randomBytes } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import { tokenHint } from "@/lib/authentication/token-form";
import { issueToken } from "@/lib/authentication/token-secret";
import { applyConfiguration } from "@/lib/configuration/apply";
import { parseDocument } from "@/lib/configuration/parse";
import type { ManagedBy, Scopes } from "@/lib/model";
import { longTransaction } from "@/lib/postgres/administration";
import { postgres } from "@/lib/postgres/postgres";
import { setPassword } from "@/lib/store/people/credentials";
import { upsertMember } from "@/lib/store/people/members";
import { memberWith } from "../../support/member";
import { type PageOrganizationFile, pageOrganizationFile } from "./organization-file";

export type Office = { id: string; key: string; name: string; file: PageOrganizationFile };

export type RoleKey = "manager" | "sales" | "support" | "intake";

export type Person = { email: string; name: string; password: string; memberId: string; office: Office };

export type PersonOptions = {
  name?: string;
  roles?: RoleKey[];
  admin?: boolean;
  active?: boolean;
  managedBy?: ManagedBy;
  /** The address of somebody who already is a member elsewhere, and so the same person. */
  email?: string;
};

export type TokenOptions = {
  name?: string;
  purpose?: string;
  /** null: everything the owner may do. */
  scopes?: Scopes;
  created?: Date;
  /** In thirty days where absent; null: never. */
  expires?: Date | null;
  revoked?: Date;
  lastUsed?: Date;
};

/** `text` is the whole token, to call the API with. */
export type IssuedToken = { id: string; text: string; hint: string; name: string };

export const PASSWORD = "correct horse battery";
const DAY_MS = 86_400_000;

/** One hash for everybody of a process: hashing is slow on purpose. */
let passwordHash: Promise<string> | undefined;

export async function openOffice(name = "Nordlicht"): Promise<Office> {
  const key = `${name.toLowerCase().replace(/[^a-z]/g, "")}${randomBytes(4).toString("hex")}`;
  const file = pageOrganizationFile(key, name);
  const { organizationId } = await applyConfiguration(parseDocument(file), {
    mode: "keep data",
    actor: "command line",
  });
  return { id: organizationId, key, name, file };
}

/** An organization of the scenario's own, whose lists it can look at as a whole. */
export async function openSmallOffice() {
  const office = await openOffice("Nordlicht");
  const ada = await addPerson(office, { name: "Ada Lindqvist", roles: ["manager"], admin: true });
  const wim = await addPerson(office, { name: "Wim Vermeer" });
  return { office, ada, wim, rea: await addPerson(office, { name: "Rea Costa", roles: ["support"] }) };
}

/** Changes the organization's file, as `config apply` does. */
export async function reconfigure(office: Office, change: (file: PageOrganizationFile) => void): Promise<void> {
  const file = structuredClone(office.file);
  change(file);
  await applyConfiguration(parseDocument(file), { mode: "keep data", actor: "command line" });
}

export async function addPerson(office: Office, options: PersonOptions = {}): Promise<Person> {
  const { name = "Wim Vermeer", roles = ["sales"], admin = false, active = true } = options;
  const email = options.email ?? `${name.split(" ")[0]?.toLowerCase()}.${randomBytes(4).toString("hex")}@example.test`;
  await longTransaction((transaction) =>
    upsertMember(transaction, office.id, {
      email,
      name,
      roleKeys: roles,
      admin,
      active,
      kind: "person",
      keepers: [],
      managedBy: options.managedBy ?? "file",
    }),
  );
  const member = await memberWith(office.id, email);
  passwordHash ??= hashPassword(PASSWORD);
  await setPassword({ member, email, passwordHash: await passwordHash, actor: "command line" });
  return { email, name, password: PASSWORD, memberId: member.id, office };
}

/**
 * Written into the table directly, because some of them (expired ones) nothing else would make.
 * A token that is added later was also made later, even within a millisecond: lists show them in that order.
 */
export async function addToken(owner: Person, options: TokenOptions = {}): Promise<IssuedToken> {
  const { id, text, secretHash } = issueToken();
  const { name = "Website sync", purpose = "", scopes = null, created = nextMoment(), revoked = null } = options;
  const expires = options.expires === undefined ? new Date(Date.now() + 30 * DAY_MS) : options.expires;
  await postgres().pool.query(
    `insert into tokens (id, organization_id, member_id, name, purpose, secret_hash, scopes, created, verbs_noted_since, expires, revoked)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10)`,
    [
      id,
      owner.office.id,
      owner.memberId,
      name,
      purpose,
      secretHash,
      scopes === null ? null : JSON.stringify(scopes),
      created,
      expires,
      revoked,
    ],
  );
  if (options.lastUsed !== undefined) {
    await postgres().pool.query("insert into token_uses (token_id, last_used, last_used_address) values ($1, $2, $3)", [
      id,
      options.lastUsed,
      "192.0.2.7",
    ]);
  }
  return { id, text, hint: tokenHint(id), name };
}

let lastMomentMs = 0;

function nextMoment(): Date {
  lastMomentMs = Math.max(Date.now(), lastMomentMs + 1);
  return new Date(lastMomentMs);
}

export const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);
