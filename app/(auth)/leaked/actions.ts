"use server";
import { takeReport } from "@/lib/leaks/report-limits";
import { MAX_REPORTED_BY_HAND, revokeLeaked } from "@/lib/leaks/revoke-leaked";
import { formWithState, publicAction, textOf } from "@/lib/session/action";
import { pageRequest } from "@/lib/session/page-request";
import { waitMessage } from "@/lib/session/sign-in-messages";

export type LeakedState = { kind: "not sent" | "taken" } | { kind: "refused"; message: string };

/** More than a page of a log. */
const MAX_TEXT = 100_000;

/** The same words for a live token, an old one, and anything else. */
export const reportLeakedToken = publicAction(
  formWithState,
  async ([, form]): Promise<LeakedState> => {
    const { address, requestId } = await pageRequest();
    const window = await takeReport(address);
    if (!window.allowed) return { kind: "refused", message: waitMessage(window.retryAfter) };
    await revokeLeaked([textOf(form, "text").slice(0, MAX_TEXT)], MAX_REPORTED_BY_HAND, { address, requestId });
    return { kind: "taken" };
  },
  { kind: "refused", message: "This report could not be read. Load the page again." },
);
