/** The input of the actions of webhooks. They can be called with anything, so input of another shape is refused here. */
import { z } from "zod";
import { textOf } from "@/lib/session/action";
import type { ReplayStart } from "@/lib/webhooks/replay";
import { tokenId } from "../tokens/action-input";

const webhookId = z.uuid();

/** PostgreSQL does not accept NUL. */
const text = z.string().refine((given) => !given.includes("\0"));
/** Parsed like the body of a request, which reports what is wrong. */
const settings = z.record(z.string(), z.union([text, z.array(text), z.null()]));

export const creation = z.object({ settings, formId: z.string().min(1).max(64), tokenId, test: z.boolean() });
export const change = z.object({ settings, id: webhookId, version: z.uuid() });

export const chosen = z.object({ webhook: webhookId });
export const pause = chosen.extend({ paused: z.enum(["yes", "no"]) });
export const removal = chosen.extend({ list: z.enum(["/webhooks", "/admin/webhooks"]) });
/** Empty fields are not in the form. */
const start = z.string().max(40).default("");
export const replay = chosen.extend({ since: start, delivery: start });

/** null if the form, or the address of its page, names neither a moment nor an attempt. */
export function toReplayStart({ since, delivery }: { since: string; delivery: string }): ReplayStart | null {
  if (/^\d{1,18}$/.test(delivery)) return { deliveryId: delivery };
  const at = Date.parse(`${since}Z`);
  return Number.isNaN(at) ? null : { since: at };
}

export function readCreation(form: FormData): z.input<typeof creation> {
  const settings = { ...readSettings(form), entityKey: textOf(form, "entity") };
  return {
    settings,
    formId: textOf(form, "form"),
    tokenId: textOf(form, "token"),
    test: textOf(form, "act") === "test",
  };
}

export function readChange(form: FormData): z.input<typeof change> {
  return { settings: readSettings(form), id: textOf(form, "webhook"), version: textOf(form, "version") };
}

function readSettings(form: FormData) {
  const fields = form.getAll("field").filter((value) => typeof value === "string");
  return {
    name: textOf(form, "name").trim(),
    url: textOf(form, "url").trim(),
    payload: textOf(form, "payload"),
    // Without a choice, all that the token can read.
    fields: fields.length === 0 ? null : fields,
  };
}
