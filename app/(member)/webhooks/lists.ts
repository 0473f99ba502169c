/** The lists of webhooks: those that a member manages, and for administrators all. */
export const WEBHOOK_LISTS = { "/webhooks": "Webhooks", "/admin/webhooks": "All webhooks" } as const;
export type WebhookList = keyof typeof WEBHOOK_LISTS;

export function listOf(isManaged: boolean): WebhookList {
  return isManaged ? "/webhooks" : "/admin/webhooks";
}
