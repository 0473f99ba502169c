/** The token that the address of a page names, as every tab of it shows it. Its secret is not here, nor anywhere. */
import { notFound } from "next/navigation";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import type { OrganizationPolicy } from "@/lib/model";
import { type PageMember, pageMemberOf, requireMember } from "@/lib/session/visitor";
import { describeToken, type TokenDetail } from "@/lib/tokens/read/detail";
import { canManage } from "@/lib/tokens/read/kept-tokens";
import { listVersions } from "@/lib/tokens/read/versions";
import { findVisibleToken, isOwn, type VisibleToken } from "@/lib/tokens/read/visible-token";

export type TokenParams = { params: Promise<{ id: string }> };

export type OpenedToken = {
  detail: TokenDetail;
  /** The token itself and those of its rotations, newest first. */
  versions: VisibleToken[];
  isOwn: boolean;
  /** It is the member's own, or of a service account that they keep. */
  isManaged: boolean;
  page: PageMember;
  now: Date;
};

/** Not found where the token is not the member's to see, as where it does not exist. */
export async function openToken(params: TokenParams["params"]): Promise<OpenedToken> {
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

type ManagedToken = { detail: TokenDetail; tokenPolicy: OrganizationPolicy; page: PageMember; now: Date };

/** The same, for the pages that change it. Not found for those who do not manage it, either. */
export async function openManagedToken(params: TokenParams["params"]): Promise<ManagedToken> {
  const signedIn = await requireMember();
  const now = new Date();
  const visible = await findVisibleToken((await params).id, signedIn.member, now);
  if (visible === null || !(await canManage(visible))) notFound();
  const { tokenPolicy } = await loadCurrentConfiguration(signedIn.member.organizationId);
  return { detail: await describeToken(visible, now), tokenPolicy, page: pageMemberOf(signedIn), now };
}
