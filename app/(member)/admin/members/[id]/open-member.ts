/** The member in the address of a page, for administrators of their organization: for others it does not exist. */
import { notFound } from "next/navigation";
import { z } from "zod";
import { pageMemberOf, requireAdministrator } from "@/lib/session/visitor";
import { findMemberDetail } from "@/lib/store/people/managed-members";

export type MemberParams = { params: Promise<{ id: string }> };

export async function openMember(params: MemberParams["params"]) {
  const signedIn = await requireAdministrator();
  const { id } = await params;
  const member = z.uuid().safeParse(id).success ? await findMemberDetail(signedIn.organization.id, id) : null;
  if (member === null) notFound();
  return { member, href: `/admin/members/${id}`, signedIn, page: pageMemberOf(signedIn) };
}
