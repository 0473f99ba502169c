/** Explains how a delivery ended, or how a webhook is, to those who can see its token. */
import type { Member } from "../model";
import { type DeliveryRow, listAttemptsOf } from "../store/webhooks/deliveries";
import { watchedTokens } from "../tokens/read/visibility";
import { type FoundWebhook, findWebhookOf } from "../webhooks/of-member";

/** `attempts`: to send this message, newest first; null if a webhook was asked for. */
export type ExplainedDelivery = { webhook: FoundWebhook; attempts: DeliveryRow[] | null };

/** `id`: of a message, or of a webhook. null if the member can see neither, or the attempts are no longer kept. */
export async function explainDelivery(id: string, member: Member): Promise<ExplainedDelivery | null> {
  const isMessage = id.startsWith("msg_");
  const attempts = isMessage ? await listAttemptsOf(id, await watchedTokens(member)) : null;
  const webhook = await findWebhookOf(attempts === null ? id : (attempts[0]?.webhookId ?? ""), member);
  return webhook && { webhook, attempts };
}
