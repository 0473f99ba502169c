"use server";
import { takeReport } from "@/lib/leaks/report-limits";
import { MAX_PASTED_LENGTH, MAX_REPORTED_BY_HAND, revokeLeaked } from "@/lib/leaks/revoke-leaked";
import { formWithState, publicAction, textOf } from "@/lib/session/action";
import { pageRequest } from "@/lib/session/page-request";
import { waitMessage } from "@/lib/session/sign-in-messages";

/** `message`: why the report was not taken, or not all of it. */
export type LeakedState = { isTaken: boolean; message: string | null };

const TOO_LONG = `That is more than ${MAX_PASTED_LENGTH.toLocaleString("en")} characters, and nothing was done. Report it in parts.`;

/** The response is the same for a live token, an old one, and anything else. It says if only a part of the text was examined. */
export const reportLeakedToken = publicAction(
  formWithState,
  async ([, form]): Promise<LeakedState> => {
    const text = textOf(form, "text");
    if (text.length > MAX_PASTED_LENGTH) return refused(TOO_LONG);
    const { address, requestId } = await pageRequest();
    const window = await takeReport(address);
    if (!window.allowed) return refused(waitMessage(window.retryAfter));
    const leftOut = await revokeLeaked([text], MAX_REPORTED_BY_HAND, { address, requestId });
    return leftOut === 0 ? { isTaken: true, message: null } : refused(notAll(leftOut));
  },
  refused("This report could not be read. Load the page again."),
);

function refused(message: string): LeakedState {
  return { isTaken: false, message };
}

function notAll(leftOut: number): string {
  const rest = leftOut === 1 ? "1 token was" : `${leftOut} tokens were`;
  return `Only the first ${MAX_REPORTED_BY_HAND} tokens were taken: ${rest} left out. Take the first ones out of the text, and report the rest.`;
}
