/** The input of the actions of webhooks. They can be called with anything, so input of another shape is refused here. */
import { z } from "zod";
import { WEBHOOK_PAYLOADS } from "@/lib/model";
import { textOf } from "@/lib/session/action";
import type { ReplayStart } from "@/lib/webhooks/replay";
import { tokenId } from "../tokens/action-input";

/** Longer than any that is allowed: lib/webhooks reports what is too long, with a message. PostgreSQL does not accept NUL. */
const text = z
  .string()
  .max(5_000)
  .regex(/^[^\0]*$/);
const key = z.string().regex(/^[A-Za-z_]\w{0,199}$/);

export const webhookId = z.uuid();

const settings = { name: text, url: text, payload: z.enum(WEBHOOK_PAYLOADS), fields: z.array(key).max(2_000) };

export const creation = z.object({
  ...settings,
  formId: z.string().min(1).max(64),
  tokenId,
  entityKey: key,
  test: z.boolean(),
});
export type SentCreation = z.input<typeof creation>;

export const change = z.object({ ...settings, id: webhookId, version: z.uuid() });
export type SentChange = z.input<typeof change>;

export const pause = z.object({ id: webhookId, paused: z.boolean() });
export const removal = z.object({ id: webhookId, list: z.enum(["/webhooks", "/admin/webhooks"]) });
export const replay = z.object({ id: webhookId, since: z.string().max(40), delivery: z.string().max(40) });

/** null if the form, or the address of its page, names neither a moment nor an attempt. */
export function toReplayStart({ since, delivery }: { since: string; delivery: string }): ReplayStart | null {
  if (/^\d{1,18}$/.test(delivery)) return { deliveryId: delivery };
  const at = Date.parse(`${since}Z`);
  return Number.isNaN(at) ? null : { since: at };
}

export function readCreation(form: FormData): SentCreation {
  const test = textOf(form, "act") === "test";
  const [formId, tokenId, entityKey] = [textOf(form, "form"), textOf(form, "token"), textOf(form, "entity")];
  return { ...readSettings(form), formId, tokenId, entityKey, test };
}

export function readChange(form: FormData): SentChange {
  return { ...readSettings(form), id: textOf(form, "webhook"), version: textOf(form, "version") };
}

function readSettings(form: FormData) {
  return {
    name: textOf(form, "name").trim(),
    url: textOf(form, "url").trim(),
    payload: textOf(form, "payload") as SentCreation["payload"],
    fields: form.getAll("field").filter((value) => typeof value === "string"),
  };
}
