import { notFound } from "next/navigation";
import { z } from "zod";
import { pageMemberOf, requireMember } from "@/lib/session/visitor";
import { findWebhookOf } from "@/lib/webhooks/of-member";

export type OpenedWebhook = Awaited<ReturnType<typeof openWebhook>>;

/** Not found if the member cannot see it, exactly as if it did not exist. */
export async function openWebhook(params: Promise<{ id: string }>) {
  const signedIn = await requireMember();
  const { id } = await params;
  const found = z.uuid().safeParse(id).success ? await findWebhookOf(id, signedIn.member) : null;
  if (found === null) notFound();
  return { ...found, page: pageMemberOf(signedIn), viewerId: signedIn.member.id, now: new Date() };
}

/** Like `openWebhook`, for pages that change it. Also not found for those who do not manage it, and if its token does not work. */
export async function openManagedWebhook(params: Promise<{ id: string }>) {
  const opened = await openWebhook(params);
  const { standing, isManaged } = opened;
  if (!isManaged || typeof standing === "string") notFound();
  return { ...opened, standing };
}
