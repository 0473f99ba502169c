"use server";
/** Administrators can pause, resume and delete all webhooks; only those who manage the token can do more. */
import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import type { Announced } from "@/components/session/act-form";
import type { Caller } from "@/lib/authentication/authenticate";
import { parseWebhookBody, parseWebhookChanges } from "@/lib/public-api/input/webhook-body";
import { freshMemberAction, memberAction } from "@/lib/session/action";
import { confirmedAction, formAction } from "@/lib/session/form-action";
import type { FormState } from "@/lib/session/form-state";
import { actorOf, type SignedIn } from "@/lib/session/visitor";
import { createWebhook } from "@/lib/webhooks/create";
import { changeWebhook, removeWebhook, rotateKeys, setPaused } from "@/lib/webhooks/manage";
import { findManagedCaller, findWebhookOf } from "@/lib/webhooks/of-member";
import { replayWebhook } from "@/lib/webhooks/replay";
import { testTarget, testWebhook } from "@/lib/webhooks/test-delivery";
import * as input from "./action-input";
import { GONE, problem, toProblems, type WebhookProblem } from "./problems";
import { describeFirstTest, describeTest } from "./webhook-words";

export type Problems = { problems: WebhookProblem[] };
export type NewKeys = { id: string; name: string; signingSecret: string; publicKey: string };

/** Longer than an attempt takes. */
const TEST_MS = 20_000;

const NOT_MANAGED = problem("This token no longer works, or is no longer yours to manage. Choose another one.");

/** The form was sent twice. */
export type CreatedBefore = { createdBefore: { id: string; name: string } };
export type SaveState = Problems | Announced | CreatedBefore | { keys: NewKeys };

const create = freshMemberAction(
  input.creation,
  async ({ settings, formId, tokenId, test }, signedIn): Promise<FormState<SaveState>> => {
    const caller = await findManagedCaller(tokenId, signedIn.member);
    if (caller === null) return NOT_MANAGED;
    const by = actorOf(signedIn);
    try {
      const given = parseWebhookBody({ data: settings });
      if (test)
        return { announced: describeFirstTest(await testTarget(caller, given, by, AbortSignal.timeout(TEST_MS))) };
      const { view, keys } = await createWebhook(caller, given, by, false, formId);
      const { id, name } = view;
      return keys === null ? { createdBefore: { id, name } } : { keys: { ...keys, id, name } };
    } catch (error) {
      return toProblems(error);
    }
  },
);

export const createAction = formAction(create, input.readCreation);

/** Another URL needs the same fresh sign-in as a new webhook, because records go to a new place. */
const change = freshMemberAction(input.change, async ({ id, version, settings }, signedIn) =>
  withCaller<SaveState>(id, signedIn, async (caller) => {
    const ifMatch = { versions: [version], flaw: null };
    const given = async () => parseWebhookChanges({ data: settings });
    const changed = await changeWebhook({ caller, id, ifMatch }, given, actorOf(signedIn), false).catch(toProblems);
    // Redirecting throws, and `withCaller` lets that through.
    return "problems" in changed ? changed : redirect(`/webhooks/${id}`);
  }),
);

export const changeAction = formAction(change, input.readChange);

export const pauseAction = formAction(
  memberAction(input.pause, async ({ webhook, paused }, signedIn): Promise<FormState<Announced>> => {
    const target = await targetOf(webhook, signedIn);
    const changed = target && (await setPaused(target, paused === "yes", actorOf(signedIn)));
    return changed === null ? { message: GONE } : redirect(`/webhooks/${webhook}`);
  }),
);

export const testAction = formAction(
  memberAction(input.chosen, async ({ webhook }, signedIn) =>
    withCaller<Announced>(webhook, signedIn, async (caller) => {
      const attempt = await testWebhook(caller, webhook, actorOf(signedIn), AbortSignal.timeout(TEST_MS));
      // The page shows the attempt, too.
      revalidatePath(`/webhooks/${webhook}`);
      return { announced: describeTest(attempt) };
    }),
  ),
);

export const replayAction = confirmedAction(
  memberAction(input.replay, async ({ webhook, ...sent }, signedIn) =>
    withCaller<{ done: string }>(webhook, signedIn, async (caller) => {
      const start = input.toReplayStart(sent);
      if (start === null) return { message: "Choose a day and a time." };
      await replayWebhook(caller, webhook, start, actorOf(signedIn));
      return { done: webhook };
    }),
  ),
  ({ webhook }) => `/webhooks/${webhook}`,
);

export type RotateState = { keys: NewKeys };

export const rotateAction = formAction(
  freshMemberAction(input.chosen, async ({ webhook }, signedIn) =>
    withCaller<RotateState>(webhook, signedIn, async (caller) => {
      const { view, keys } = await rotateKeys(caller, webhook, actorOf(signedIn));
      return { keys: { ...keys, id: webhook, name: view.name } };
    }),
  ),
);

export const deleteAction = confirmedAction(
  memberAction(input.removal, async ({ webhook }, signedIn): Promise<FormState<{ deleted: true }>> => {
    const target = await targetOf(webhook, signedIn);
    if (target === null) return { message: GONE };
    return removeWebhook({ ...target, ifMatch: "any" }, actorOf(signedIn), false).then(
      () => ({ deleted: true }),
      toMessage,
    );
  }),
  ({ list }) => list,
);

async function withCaller<Done extends object>(
  id: string,
  { member }: SignedIn,
  work: (caller: Caller) => Promise<FormState<Done>>,
): Promise<FormState<Done>> {
  const found = await findWebhookOf(id, member);
  if (found === null || !found.isManaged) return { message: GONE };
  if (typeof found.standing === "string") return { message: "The token of this webhook does not work." };
  return work(found.standing).catch(toMessage);
}

async function targetOf(id: string, { member }: SignedIn) {
  const found = await findWebhookOf(id, member);
  return found && { id, whose: { organizationId: member.organizationId, tokenId: found.row.tokenId } };
}

function toMessage(error: unknown): { message: string } {
  const { problems } = toProblems(error);
  return { message: problems.map(({ message }) => message).join(" ") };
}
