"use server";
/** Shows what a token of the chosen scopes would read. Reads as the member; makes nothing. */
import type { Scopes } from "@/lib/model";
import { type Preview, previewEntity } from "@/lib/records/preview";
import { type ActionRefusal, memberForAction } from "@/lib/session/action";
import type { PageMember } from "@/lib/session/page-member";
import { parsePreview } from "./parse-form";

export type PreviewAnswer = { preview: Preview | null } | ActionRefusal;

export async function previewToken(
  page: PageMember,
  sent: { scopes: Scopes; entityKey: string },
): Promise<PreviewAnswer> {
  const signedIn = await memberForAction(page);
  if ("refused" in signedIn) return signedIn;
  const wanted = parsePreview(sent);
  if (wanted === null) return { refused: "forbidden" };
  return { preview: await previewEntity(signedIn.member, wanted.scopes, wanted.entityKey) };
}
