/**
 * A configured organization with members and tokens, for one test file: nobody else sees it, so files run side by side
 * on one service. Tokens are written into the table directly, because some of them (expired ones) no command would make.
 */
import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { issueToken } from "@/lib/authentication/token-secret";
import { NO_LIMITS, type TokenLimits } from "@/lib/model";
import { applyFile, revoke } from "./configuration";
import { sql } from "./database-client";
import { type Answer, type Call, send } from "./http";
import { MEMBERS, type MemberName, type OrganizationFile, organizationFile } from "./organization-file";

export type IssuedTo = { id: string; text: string; memberId: string };
export type Scope = { entity: string; verbs: string[] };
export type TokenOptions = {
  scopes?: Scope[];
  expires?: string;
  revoked?: string;
  name?: string;
  limits?: Partial<TokenLimits>;
};

export type Made = { id: string; etag: string; path: string; view: RecordView };
export type RecordView = {
  id: string;
  entityKey: string;
  created: string;
  updated: string;
  versionId: string;
  data: Record<string, unknown>;
};
export type Page = { items: RecordView[]; nextCursor: string | null };

export type Organization = {
  id: string;
  key: string;
  origin: string;
  file: OrganizationFile;
  memberId: (name: MemberName) => string;
  /** The member's standing token: unrestricted, without expiry. */
  token: (name: MemberName) => string;
  issue: (name: MemberName, options?: TokenOptions) => Promise<IssuedTo>;
  /** Revokes at once, as the command line does. */
  revoke: (tokenId: string) => Promise<void>;
  /** Applies a changed file. */
  apply: (file: OrganizationFile) => Promise<void>;
  call: (as: MemberName, call: Call) => Promise<Answer>;
  post: (as: MemberName, path: string, json: unknown) => Promise<Answer>;
  /** Whatever version the record has. */
  update: (as: MemberName, path: string, data: Record<string, unknown>) => Promise<Answer>;
  remove: (as: MemberName, path: string) => Promise<Answer>;
  /** Throws unless the record was created and can be read. */
  create: (as: MemberName, entity: string, data: Record<string, unknown>) => Promise<Made>;
  read: (as: MemberName, path: string) => Promise<RecordView>;
  page: (as: MemberName, path: string) => Promise<Page>;
};

export const recordsPath = (entity: string) => `/entities/${entity}/records`;

/** `name` only helps to tell organizations apart in logs. */
export async function openOrganization(name = "acme"): Promise<Organization> {
  const key = `${name}${randomBytes(4).toString("hex")}`;
  const file = organizationFile(key);
  const id = await applyFile(file);
  const memberIds = await findMemberIds(id);
  const memberId = (member: MemberName) => memberIds.get(`${member}@${key}.test`) ?? missing(member);

  const issue = (member: MemberName, options: TokenOptions = {}) => insertToken(id, memberId(member), options);
  const standing = new Map<MemberName, string>();
  for (const member of Object.keys(MEMBERS) as MemberName[]) standing.set(member, (await issue(member)).text);
  await sql("update members set active = false where id = $1", [memberId("ina")]);

  const origin = inject("origin");
  const token = (member: MemberName) => standing.get(member) ?? missing(member);
  const call = (as: MemberName, request: Call) => send(origin, { ...request, token: token(as) });
  return {
    id,
    key,
    origin,
    file,
    memberId,
    token,
    issue,
    revoke,
    apply: async (changed) => void (await applyFile(changed)),
    call,
    post: (as, path, json) => call(as, { method: "POST", path, json }),
    update: (as, path, data) => call(as, { method: "PATCH", path, headers: { "if-match": "*" }, json: { data } }),
    remove: (as, path) => call(as, { method: "DELETE", path, headers: { "if-match": "*" } }),
    create: async (as, entity, data) => {
      const answer = await call(as, { method: "POST", path: recordsPath(entity), json: { data } });
      if (answer.status !== 201) throw new Error(`Creating a record of ${entity}: ${answer.status} ${answer.text}`);
      const view = dataOf<RecordView>(answer);
      return { id: view.id, etag: String(answer.headers.etag), path: `${recordsPath(entity)}/${view.id}`, view };
    },
    read: async (as, path) => dataOf<RecordView>(await expectSuccess(call(as, { path }))),
    page: async (as, path) => dataOf<Page>(await expectSuccess(call(as, { path }))),
  };
}

export function dataOf<Data>(answer: Answer): Data {
  return (answer.json as { data: Data }).data;
}

export function errorOf(answer: Answer): { code: string; message: string; details?: { field: string }[] } {
  return (answer.json as { error: { code: string; message: string } }).error;
}

async function expectSuccess(pending: Promise<Answer>): Promise<Answer> {
  const answer = await pending;
  if (answer.status !== 200) throw new Error(`Expected 200, got ${answer.status} ${answer.text}`);
  return answer;
}

export async function findMemberIds(organizationId: string): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; email: string }>("select id, email from members where organization_id = $1", [
    organizationId,
  ]);
  return new Map(rows.map((row) => [row.email, row.id]));
}

export async function insertToken(organizationId: string, memberId: string, options: TokenOptions): Promise<IssuedTo> {
  const { id, text, secretHash } = issueToken();
  await sql(
    `insert into tokens (id, organization_id, member_id, name, secret_hash, scopes, expires, revoked, limits)
     values ($1, $2, $3, $4, $5, $6, $7::text::timestamptz, $8::text::timestamptz, $9)`,
    [
      id,
      organizationId,
      memberId,
      options.name ?? "test token",
      secretHash,
      options.scopes === undefined ? null : JSON.stringify(options.scopes),
      options.expires ?? null,
      options.revoked ?? null,
      options.limits === undefined ? null : JSON.stringify({ ...NO_LIMITS, ...options.limits }),
    ],
  );
  return { id, text, memberId };
}

function missing(member: string): never {
  throw new Error(`No member ${member} in the organization`);
}
