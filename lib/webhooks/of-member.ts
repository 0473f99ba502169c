/** Members reach the webhooks of tokens they see. Only the token's managers change the address or get the secret. */
import { compileAccess } from "../access/compile";
import type { Caller } from "../authentication/authenticate";
import { loadCurrentConfiguration } from "../configuration/load";
import type { Member } from "../model";
import { isUuid } from "../query/columns";
import { listTokenRows } from "../store/tokens/tokens";
import { findWebhook, listWebhooks, type WebhookRow, type Whose } from "../store/webhooks/webhooks";
import { type ListedToken, listActiveTokens } from "../tokens/read/list";
import {
  canManage,
  findVisibleToken,
  listKeptAccounts,
  ownAndKeptTokens,
  type VisibleToken,
} from "../tokens/read/visibility";
import { findStanding, type StopReason, showFor, type WebhookView } from "./read";

type TokenOfWebhook = { id: string; name: string; owner: { id: string; name: string } };
export type ListedWebhook = WebhookView & { token: TokenOfWebhook };

/** Includes those of service accounts that the member manages. In order of creation. */
export async function listManagedWebhooks(member: Member): Promise<ListedWebhook[]> {
  return listWebhooksOf(await ownAndKeptTokens(member));
}

export async function listWebhooksOf(whose: Whose): Promise<ListedWebhook[]> {
  const { organizationId } = whose;
  const rows = await listWebhooks(whose);
  const tokens = await listTokenRows({ organizationId, tokenIds: rows.map(({ tokenId }) => tokenId) });
  const listed: ListedWebhook[] = [];
  // One at a time, so that a long list does not take all connections.
  for (const { id, name, owner } of tokens) {
    const found = await findStanding(id);
    for (const row of rows.filter(({ tokenId }) => tokenId === id)) {
      const view = await showFor(found, row);
      listed.push({ ...view, token: { id, name, owner: { id: owner.id, name: owner.name } } });
    }
  }
  return listed.sort((one, other) => (one.created < other.created ? -1 : 1));
}

export type FoundWebhook = {
  row: WebhookRow;
  view: WebhookView;
  token: VisibleToken;
  /** The token's caller, or why it does not work. */
  standing: Caller | StopReason;
  isManaged: boolean;
};

/** null if unknown or not visible to the member. */
export async function findWebhookOf(id: string, member: Member): Promise<FoundWebhook | null> {
  const row = isUuid(id) ? await findWebhook(id, { organizationId: member.organizationId }) : null;
  const token = row && (await findVisibleToken(row.tokenId, member));
  if (row === null || token === null) return null;
  const standing = await findStanding(row.tokenId);
  return { row, token, standing, view: await showFor(standing, row), isManaged: await canManage(token) };
}

/** Active tokens that can list an entity, which a webhook needs. Newest first. */
export async function listWebhookTokens(member: Member): Promise<ListedToken[]> {
  const owners = [member, ...(await listKeptAccounts(member))];
  const { organizationId } = member;
  const configuration = await loadCurrentConfiguration(organizationId);
  const tokens = await listActiveTokens({ organizationId, ownerIds: owners.map(({ id }) => id) });
  return tokens.filter(({ owner, scopes, limits }) => {
    const account = owners.find(({ id }) => id === owner.id);
    if (account === undefined) return false;
    const access = compileAccess(configuration, account, scopes, limits);
    const keys = scopes === null ? [...configuration.entities.keys()] : scopes.map(({ entity }) => entity);
    return keys.some((key) => access.entity(key)?.permissions.list);
  });
}

/** null if the member does not manage the token, or it does not work. */
export async function findManagedCaller(tokenId: string, member: Member): Promise<Caller | null> {
  const token = await findVisibleToken(tokenId, member);
  if (token === null || !(await canManage(token))) return null;
  const found = await findStanding(tokenId);
  return typeof found === "string" ? null : found;
}
