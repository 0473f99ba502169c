import { notFound } from "next/navigation";
import type { FirstEntity } from "@/components/tokens/secret-lines";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { pageMemberOf, requireMember } from "@/lib/session/visitor";
import { describeToken, type TokenDetail } from "@/lib/tokens/read/detail";
import { listVersions } from "@/lib/tokens/read/versions";
import { canManage, findVisibleToken, isOwn } from "@/lib/tokens/read/visibility";
import { firstToTry } from "@/lib/tokens/row-limits";

/** `versions`: the token and those of its rotations, newest first. `isManaged`: it is the member's, or of an account of theirs. */
export type OpenedToken = Awaited<ReturnType<typeof openToken>>;

/** Not found if the member cannot see the token, exactly as if it did not exist. */
export async function openToken(params: Promise<{ id: string }>) {
  const { member, organization } = await requireMember();
  const { id } = await params;
  const now = new Date();
  const visible = await findVisibleToken(id, member, now);
  if (visible === null) notFound();
  const detail = await describeToken(visible, now);
  const versions = await listVersions(detail, now);
  const isManaged = await canManage(visible);
  return { detail, versions, isOwn: isOwn(visible), isManaged, page: pageMemberOf({ member, organization }), now };
}

/** Like `openToken`, for the pages that change it. Also not found for members who do not manage it. */
export async function openManagedToken(params: Promise<{ id: string }>) {
  const opened = await openToken(params);
  if (!opened.isManaged) notFound();
  const { tokenPolicy } = await loadCurrentConfiguration(opened.detail.viewer.organizationId);
  return { ...opened, tokenPolicy };
}

export function firstEntityOf({ access, token }: Pick<TokenDetail, "access" | "token">): FirstEntity | null {
  const listed = access.filter(({ verbs }) => verbs.list.effective);
  const first = firstToTry(listed, token.limits.rows);
  return first === undefined ? null : { entityKey: first.entityKey, pluralLabel: first.pluralLabel };
}
