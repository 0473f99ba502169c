/** `tokens create | list | rotate | revoke`. */
import type { Command } from "commander";
import type { CreatedToken } from "../../../lib/tokens/change/create";
import type { Rotated } from "../../../lib/tokens/change/rotate";
import type { ListedToken } from "../../../lib/tokens/read/list";
import { withDatabase } from "../database";
import { AS, actorOf, JSON_OPTION, ORGANIZATION, parseExpiry, parseOverlap } from "../options";
import { requireMember, requireOrganization } from "../organization";
import { print, printJson, printNote, printOutcome, printTable } from "../print";
import { parseDeniedFields, parseRowLimits } from "../token-limits";

export function addTokensCommands(program: Command): void {
  const tokens = program.command("tokens").description("The access tokens of an organization.");
  tokens
    .command("create")
    .description("Creates a token that acts as a member, and prints it once.")
    .requiredOption(...ORGANIZATION)
    .requiredOption("--member <email>", "the member who owns it")
    .requiredOption("--name <name>", "the name that people will see")
    .option("--purpose <text>", "what it is for", "")
    .option("--expires <when>", "30d, 2027-01-31, 2027-01-31T12:00:00Z or never. Default: 30d, or less by policy")
    .option(
      "--scope <entity:verbs>",
      "such as deals:list,update,approve; repeatable. Default: all the owner can do",
      collect,
    )
    .option("--deny-field <entity:fields>", "fields that it cannot read, such as deals:margin; repeatable", collect)
    .option(
      "--rows <json>",
      'the records that it reaches at most: [{"entityKey": "deals", "where": ["region", "eq", "EMEA"]}]. Default: all',
    )
    .option("--address <range>", "where it works from, such as 10.0.0.0/8; repeatable. Default: everywhere", collect)
    .option("--requests-per-minute <number>", "its own limit. Default: the service's")
    .option(...AS)
    .option(...JSON_OPTION)
    .action(create);
  tokens
    .command("list")
    .description("Lists the tokens of an organization, newest first. Secrets are not kept and cannot be shown.")
    .requiredOption(...ORGANIZATION)
    .option(...JSON_OPTION)
    .action(list);
  tokens
    .command("rotate")
    .description("Replaces a token by a new one, and prints it once. The old one keeps working during the overlap.")
    .argument("<id>", "the old token's id, as tokens list shows it")
    .option("--overlap <time>", "now, 1h, 24h or 7d; never beyond the old one's own expiry", "24h")
    .option("--expires <when>", "as for create. Default: as the old one")
    .option(...AS)
    .option(...JSON_OPTION)
    .action(rotate);
  tokens
    .command("revoke")
    .description("Revokes a token, from the next request on. Revoking twice is no error.")
    .argument("<id>", "the token's id, as tokens list shows it")
    .option(...AS)
    .option(...JSON_OPTION)
    .action(revoke);
}

type CreateOptions = {
  organization: string;
  member: string;
  name: string;
  purpose: string;
  expires?: string;
  scope?: string[];
  denyField?: string[];
  rows?: string;
  address?: string[];
  requestsPerMinute?: string;
  as?: string;
  json?: true;
};

async function create(options: CreateOptions): Promise<void> {
  const { findUnknownVerbs, parseScope } = await import("../../../lib/tokens/scopes");
  const { createToken } = await import("../../../lib/tokens/change/create");
  const { defaultExpiry } = await import("../../../lib/tokens/policy");
  const { loadCurrentConfiguration } = await import("../../../lib/configuration/load");
  const now = new Date();
  const { name, purpose } = options;
  const chosen = options.expires === undefined ? undefined : parseExpiry(options.expires, now);
  const scopes = options.scope?.map(parseScope) ?? null;
  const limits = {
    deniedFields: options.denyField?.map(parseDeniedFields) ?? [],
    rows: options.rows === undefined ? [] : parseRowLimits(options.rows),
    allowedAddresses: options.address ?? [],
    requestsPerMinute: options.requestsPerMinute === undefined ? null : Number(options.requestsPerMinute),
  };
  const created = await withDatabase(async () => {
    const owner = await requireMember(options.organization, options.member);
    const configuration = await loadCurrentConfiguration(owner.organizationId);
    const unknown = findUnknownVerbs(scopes, configuration);
    if (unknown.length > 0) throw new Error(unknown.map((message) => `scopes: ${message}`).join("\n"));
    const expires = chosen === undefined ? defaultExpiry(configuration.tokenPolicy, now) : chosen;
    return createToken(owner, { name, purpose, expires, scopes, ...limits }, { ...actorOf(options), now });
  });
  printCreated(options, created);
}

async function list(options: { organization: string; json?: true }): Promise<void> {
  const { listAllTokens } = await import("../../../lib/tokens/read/list");
  const tokens = await withDatabase(async () => {
    const { id } = await requireOrganization(options.organization);
    return listAllTokens({ organizationId: id });
  });
  if (options.json) return printJson(tokens.map(toJson));
  const { formatScopes } = await import("../../../lib/tokens/scopes");
  const { describeLimits } = await import("../../../lib/tokens/limit-words");
  printTable(
    ["ID", "NAME", "OWNER", "ACCESS", "STATUS", "EXPIRES", "LAST USED"],
    tokens.map((token) => [
      token.id,
      token.name,
      token.owner.email,
      [formatScopes(token.scopes), ...describeLimits(token.limits)].join("; "),
      token.state,
      day(token.expires),
      day(token.lastUsed),
    ]),
  );
}

async function rotate(
  id: string,
  options: { overlap: string; expires?: string; as?: string; json?: true },
): Promise<void> {
  const { rotateToken } = await import("../../../lib/tokens/change/rotate");
  const now = new Date();
  const expires = options.expires === undefined ? undefined : parseExpiry(options.expires, now);
  const overlapSeconds = parseOverlap(options.overlap);
  const rotation = { tokenId: id, visibility: null, overlapSeconds, expires };
  const outcome = await withDatabase(() => rotateToken(rotation, { ...actorOf(options), now }));
  if (outcome.kind !== "rotated") throw new Error(whyNotRotated(id, outcome));
  const { created, previous } = outcome;
  const worksUntil = previous.worksUntil.toISOString();
  const end = overlapSeconds === 0 ? "is revoked" : `works until ${worksUntil}`;
  const replaced = { id: previous.id, hint: previous.hint, worksUntil };
  printCreated(options, created, replaced, ` ${id} ${end}.`);
}

/** Standard output is the token alone, so that it can be piped. */
function printCreated({ json }: { json?: true }, created: CreatedToken, replaced?: object, note = "") {
  const { id, text, hint, expires } = created;
  const expiresAt = expires?.toISOString() ?? null;
  if (json) return printJson({ id, token: text, hint, expiresAt, replaced });
  print(text);
  const expiry = expiresAt === null ? "never expires" : `expires at ${expiresAt}`;
  printNote(`This is the only time the token is shown. Its id is ${id}; it ${expiry}.${note}`);
}

function whyNotRotated(id: string, outcome: Exclude<Rotated, { kind: "rotated" }>): string {
  switch (outcome.kind) {
    case "unknown":
      return noSuchToken(id);
    case "not active":
      return `${id} is revoked or expired, or its owner is inactive: make a new token instead.`;
    case "rotated before":
      return `${id} was rotated before. Rotate the token in its place: ${outcome.successorId}.`;
    default:
      return outcome satisfies never;
  }
}

async function revoke(id: string, options: { as?: string; json?: true }): Promise<void> {
  const { revokeToken } = await import("../../../lib/tokens/change/revoke");
  const outcome = await withDatabase(() => revokeToken({ tokenId: id, visibility: null }, actorOf(options)));
  if (outcome.kind === "unknown") throw new Error(noSuchToken(id));
  const line = outcome.kind === "revoked" ? `Revoked ${id}.` : `${id} was revoked before.`;
  printOutcome(options, { id, revoked: true }, line);
}

function toJson(token: ListedToken) {
  const { id, name, purpose, hint, owner, scopes, limits, state } = token;
  return {
    id,
    name,
    purpose,
    hint,
    owner: { id: owner.id, name: owner.name, email: owner.email, active: owner.active },
    scopes,
    deniedFields: limits.deniedFields,
    rows: limits.rows,
    allowedAddresses: limits.allowedAddresses,
    requestsPerMinute: limits.requestsPerMinute,
    status: state,
    created: token.created.toISOString(),
    expiresAt: token.expires?.toISOString() ?? null,
    revokedAt: token.revoked?.toISOString() ?? null,
    revokedBy: token.revokedBy,
    lastUsedAt: token.lastUsed?.toISOString() ?? null,
    lastUsedAddress: token.lastUsedAddress,
    replaces: token.replaces,
    replacedBy: token.replacedBy,
  };
}

function day(moment: Date | null): string {
  return moment === null ? "never" : moment.toISOString().slice(0, 10);
}

function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}

function noSuchToken(id: string): string {
  return `There is no token with the id "${id}". Give the id alone, as tokens list shows it.`;
}
