import { notFound } from "next/navigation";
import { z } from "zod";
import type { Caller } from "@/lib/authentication/authenticate";
import { type PageMember, pageMemberOf, requireMember } from "@/lib/session/visitor";
import { type FoundWebhook, findWebhookOf } from "@/lib/webhooks/of-member";

export type WebhookParams = { params: Promise<{ id: string }> };

export type OpenedWebhook = FoundWebhook & { page: PageMember; viewerId: string; now: Date };

/** Not found if the member cannot see it, exactly as if it did not exist. */
export async function openWebhook(params: WebhookParams["params"]): Promise<OpenedWebhook> {
  const signedIn = await requireMember();
  const { id } = await params;
  const found = z.uuid().safeParse(id).success ? await findWebhookOf(id, signedIn.member) : null;
  if (found === null) notFound();
  return { ...found, page: pageMemberOf(signedIn), viewerId: signedIn.member.id, now: new Date() };
}

/** Like `openWebhook`, for pages that change it. Also not found for those who do not manage it, and if its token does not work. */
export async function openManagedWebhook(
  params: WebhookParams["params"],
): Promise<OpenedWebhook & { standing: Caller }> {
  const opened = await openWebhook(params);
  const { standing, isManaged } = opened;
  if (!isManaged || typeof standing === "string") notFound();
  return { ...opened, standing };
}
