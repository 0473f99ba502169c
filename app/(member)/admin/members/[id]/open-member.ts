/** The member in the address of a page, for administrators of their organization: for others it does not exist. */
import { notFound } from "next/navigation";
import { z } from "zod";
import { pageMemberOf, requireAdministrator } from "@/lib/session/visitor";
import { findMemberDetail } from "@/lib/store/people/managed-members";
import { ADMINISTRATION } from "../administration";

/** `confirmation`: what all acts on the member have in common. */
export async function openMember(params: Promise<{ id: string }>) {
  const signedIn = await requireAdministrator();
  const { id } = await params;
  const member = z.uuid().safeParse(id).success ? await findMemberDetail(signedIn.organization.id, id) : null;
  if (member === null) notFound();
  const [href, page] = [`/admin/members/${id}`, pageMemberOf(signedIn)];
  const back = { href, label: member.name };
  const confirmation = { page, fields: { member: member.id }, texts: ADMINISTRATION, back };
  return { member, href, signedIn, page, confirmation };
}
