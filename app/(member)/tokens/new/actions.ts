"use server";
/** Creates a token from the filled-in form. The secret is only ever in this response. */
import type { NewSecret } from "@/components/tokens/secret-once";
import { freshMemberAction } from "@/lib/session/action";
import { actorOf } from "@/lib/session/visitor";
import { createTokenOnce } from "@/lib/tokens/change/create";
import { type TokenProblem, toProblems } from "@/lib/tokens/policy";
import { findKeptAccount } from "@/lib/tokens/read/visibility";
import { creation } from "../action-input";

export type Created =
  | { created: NewSecret }
  | { createdBefore: { id: string; name: string; hint: string } }
  | { problems: TokenProblem[] };

export const createTokenOfForm = freshMemberAction(
  creation,
  async ({ request, formId, accountId }, signedIn): Promise<Created> => {
    const owner = accountId === undefined ? signedIn.member : await findKeptAccount(accountId, signedIn.member);
    if (owner === null) return { problems: [NOT_KEPT] };
    const once = await createTokenOnce(owner, request, actorOf(signedIn), formId).catch(toProblems);
    if ("problems" in once) return once;
    if (once.kind === "created before") return { createdBefore: once.token };
    const { id, hint, text, expires } = once.token;
    return { created: { id, name: request.name.trim(), hint, text, expires } };
  },
);

const NOT_KEPT: TokenProblem = { part: "name", message: "the tokens of this account are no longer yours to manage" };
