/**
 * The demo's organization in a database: configured once, filled once, and given a fresh token at every start. What
 * already exists is left as it is, including any changes made since.
 */
import { createReadStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { applyConfiguration } from "../../lib/configuration/apply";
import { loadCurrentConfiguration } from "../../lib/configuration/load";
import { parseDocumentText } from "../../lib/configuration/parse";
import { COMMAND_LINE } from "../../lib/events";
import type { Member } from "../../lib/model";
import { env } from "../../lib/process/env";
import { runtime } from "../../lib/process/runtime";
import { authorOf } from "../../lib/records/import/author";
import { importRecords } from "../../lib/records/import/import-records";
import { findReader } from "../../lib/records/import/read/read-file";
import { makeSignInLink, type SignInLink } from "../../lib/session/sign-in-link";
import { findOrganization } from "../../lib/store/configuration";
import { findMemberByEmail } from "../../lib/store/people/members";
import { prisma } from "../../lib/store/prisma";
import { createToken } from "../../lib/tokens/change/create";
import { openAppSecret } from "../../server/app-secret";
import { openImportReport } from "../../server/cli/import-report";
import { openDatabase } from "../../server/database";
import { convertSources } from "./convert.mjs";
import { type DemoSignIn, ensureSignIn } from "./sign-ins";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const KEY = "demo";
const ADMIN = "admin@demo.test";
const EDITOR = "editor@demo.test";
const CONTRIBUTOR = "contributor@demo.test";
/** Long enough to come back to the same lines next week, short enough that forgotten ones stop by themselves. */
const TOKEN_DAYS = 7;

/**
 * `token` is shown by the caller, once; it finds no records before `fill` has ended. `makeLink` signs in a member who has no token,
 * once, and opens the overview. The database is in use until `release`.
 */
export type Demo = {
  token: string;
  signIns: DemoSignIn[];
  makeLink(): Promise<SignInLink>;
  fill(): Promise<void>;
  release(): Promise<void>;
};

/** `say` reports steps that take a while. */
export async function prepareDemo(say: (text: string) => void, signal: AbortSignal): Promise<Demo> {
  openAppSecret(env());
  const database = await openDatabase(env());
  const release = async () => {
    await runtime.close();
    await database.release();
  };
  try {
    const organizationId = await ensureOrganization(say);
    const signIns: DemoSignIn[] = [];
    for (const email of [ADMIN, EDITOR]) signIns.push(await ensureSignIn(await requireMember(organizationId, email)));
    const makeLink = async () =>
      makeSignInLink(await requireMember(organizationId, EDITOR), { actor: COMMAND_LINE }, "/overview");
    const fill = () => ensureRecords(organizationId, say, signal);
    return { token: await issueToken(organizationId), signIns, makeLink, fill, release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Applied once only: changes made since, by hand or by another file, must not be undone. */
async function ensureOrganization(say: (text: string) => void): Promise<string> {
  const existing = await findOrganization(KEY);
  if (existing !== null) return existing.id;
  say("Configuring the organization of prisma/demo/organization.json …");
  const text = await readFile(path.join(HERE, "organization.json"), "utf8");
  const { organizationId } = await applyConfiguration(parseDocumentText(text), {
    mode: "keep data",
    actor: COMMAND_LINE,
  });
  return organizationId;
}

async function ensureRecords(organizationId: string, say: (text: string) => void, signal: AbortSignal): Promise<void> {
  const sources = [
    { entityKey: "countries", file: "countries.ndjson", as: null },
    { entityKey: "cities", file: "cities.ndjson", as: null },
    { entityKey: "corrections", file: "corrections.ndjson", as: CONTRIBUTOR },
  ];
  const wanting = [];
  for (const source of sources) if (!(await isImported(organizationId, source.entityKey))) wanting.push(source);
  if (wanting.length === 0) return;
  const folder = mkdtempSync(path.join(tmpdir(), "public-records-demo-"));
  try {
    await convertSources(folder);
    for (const { entityKey, file, as } of wanting) {
      say(`Importing ${entityKey} …`);
      const place = as === null ? folder : HERE;
      await importFile({ organizationId, entityKey, file: path.join(place, file), as, signal });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function isImported(organizationId: string, entityKey: string): Promise<boolean> {
  const note = await prisma().auditEvent.findFirst({
    where: {
      organizationId,
      action: "records.import",
      subject: entityKey,
      details: { path: ["finished"], equals: true },
    },
  });
  return note !== null;
}

type ImportFile = {
  organizationId: string;
  entityKey: string;
  file: string;
  as: string | null;
  signal: AbortSignal;
};

async function importFile({ organizationId, entityKey, file, as, signal }: ImportFile): Promise<void> {
  const configuration = await loadCurrentConfiguration(organizationId);
  const entity = configuration.entities.get(entityKey);
  const reader = findReader(file);
  if (entity === undefined || reader === null) return;
  const author = authorOf(configuration, entity, as === null ? null : await requireMember(organizationId, as));
  const input = createReadStream(file, { signal });
  // It may fail before it is read, and its reader gets the error all the same.
  input.on("error", () => {});
  const { size } = statSync(file);
  const report = openImportReport({}, () => input.bytesRead / size);
  const source = { name: path.basename(file), lines: reader(input, entity) };
  const counts = await importRecords({ author }, source, report).finally(() => report.clear());
  report.printSummary(counts);
}

async function issueToken(organizationId: string): Promise<string> {
  const now = new Date();
  const request = {
    name: `Demo, ${now.toISOString()}`,
    purpose: "Made by npm run demo.",
    expires: new Date(now.getTime() + TOKEN_DAYS * 86_400_000),
    scopes: [
      { entity: "countries", verbs: ["list" as const] },
      { entity: "cities", verbs: ["list" as const] },
      { entity: "corrections", verbs: ["list" as const, "create" as const, "update" as const] },
    ],
  };
  const owner = await requireMember(organizationId, ADMIN);
  const { text } = await createToken(owner, request, { actor: COMMAND_LINE, now });
  return text;
}

async function requireMember(organizationId: string, email: string): Promise<Member> {
  const member = await findMemberByEmail(organizationId, email);
  if (member !== null) return member;
  throw new Error(
    `The demo's organization has no member ${email} any more. Apply prisma/demo/organization.json again.`,
  );
}
