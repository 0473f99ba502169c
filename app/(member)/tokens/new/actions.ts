"use server";
/** Creates a token from the filled-in form. The secret is in this response, and nowhere else. */
import type { NewSecret } from "@/components/tokens/secret-once";
import { freshMemberAction } from "@/lib/session/action";
import { actorOf } from "@/lib/session/visitor";
import { createTokenOnce } from "@/lib/tokens/create";
import { type TokenProblem, toProblems } from "@/lib/tokens/policy";
import { creation } from "../action-input";

type Created =
  | { created: NewSecret }
  | { createdBefore: { id: string; name: string; hint: string } }
  | { problems: TokenProblem[] };

export const createTokenOfForm = freshMemberAction(
  creation,
  async ({ formId, request }, signedIn): Promise<Created> => {
    const once = await createTokenOnce(signedIn.member, request, actorOf(signedIn), formId).catch(toProblems);
    if ("problems" in once) return once;
    if (once.kind === "created before") return { createdBefore: once.token };
    const { id, hint, text, expires } = once.token;
    return { created: { id, name: request.name.trim(), hint, text, expires } };
  },
);
