"use server";
/** Administrators can pause, resume and delete all webhooks; only those who manage the token can do more. */
import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import type { z } from "zod";
import type { Announced } from "@/components/session/act-form";
import type { Caller } from "@/lib/authentication/authenticate";
import { parseWebhookBody, parseWebhookChanges } from "@/lib/public-api/input/webhook-body";
import { freshMemberAction, memberAction, textOf } from "@/lib/session/action";
import { confirmedAction, formAction } from "@/lib/session/form-action";
import { actorOf, type SignedIn } from "@/lib/session/visitor";
import { createWebhook } from "@/lib/webhooks/create";
import { changeWebhook, removeWebhook, rotateKeys, setPaused } from "@/lib/webhooks/manage";
import { findManagedCaller, findWebhookOf } from "@/lib/webhooks/of-member";
import { replayWebhook } from "@/lib/webhooks/replay";
import { testTarget, testWebhook } from "@/lib/webhooks/test-delivery";
import * as input from "./action-input";
import { GONE, problem, toProblems } from "./problems";
import type { WebhookProblem } from "./webhook-fields";
import type { WebhookList } from "./webhook-words";
import { describeFirstTest, describeTest } from "./webhook-words";

export type Problems = { problems: WebhookProblem[] };
export type NewKeys = { id: string; name: string; signingSecret: string; publicKey: string };

/** Longer than an attempt takes. */
const TEST_MS = 20_000;

const NOT_MANAGED = problem("This token no longer works, or is no longer yours to manage. Choose another one.");

const create = freshMemberAction(input.creation, async ({ settings, formId, tokenId, test }, signedIn) => {
  const caller = await findManagedCaller(tokenId, signedIn.member);
  if (caller === null) return NOT_MANAGED;
  const by = actorOf(signedIn);
  try {
    const given = parseWebhookBody({ members: { data: settings } });
    if (test)
      return { announced: describeFirstTest(await testTarget(caller, given, by, AbortSignal.timeout(TEST_MS))) };
    const { view, keys } = await createWebhook(caller, given, by, false, formId);
    const { id, name } = view;
    return keys === null ? { createdBefore: { id, name } } : { keys: { ...keys, id, name } };
  } catch (error) {
    return toProblems(error);
  }
});

/** The form was sent twice. */
export type CreatedBefore = { createdBefore: { id: string; name: string } };
export type SaveState = Problems | Announced | CreatedBefore | { keys: NewKeys };

export const createAction = formAction<z.input<typeof input.creation>, SaveState, SaveState>(create, {
  read: input.readCreation,
  conclude: (outcome) => outcome,
});

/** Another URL needs the same fresh sign-in as a new webhook, because records go to a new place. */
const change = freshMemberAction(input.change, async ({ id, version, settings }, signedIn) =>
  withCaller(id, signedIn, async (caller) => {
    const ifMatch = { versions: [version], flaw: null };
    const given = async () => parseWebhookChanges({ members: { data: settings } });
    await changeWebhook({ caller, id, ifMatch }, given, actorOf(signedIn), false);
    return { changed: id };
  }),
);

export const changeAction = formAction<z.input<typeof input.change>, Problems | { changed: string }, SaveState>(
  change,
  {
    read: input.readChange,
    conclude: (outcome) => ("problems" in outcome ? outcome : redirect(`/webhooks/${outcome.changed}`)),
  },
);

const pause = memberAction(input.pause, async ({ id, paused }, signedIn) => {
  const target = await targetOf(id, signedIn);
  if (target === null) return problem(GONE);
  const webhook = await setPaused(target, paused, actorOf(signedIn));
  return webhook === null ? problem(GONE) : { done: id };
});

export const pauseAction = formAction<z.input<typeof input.pause>, Problems | { done: string }, Announced>(pause, {
  read: (form) => ({ id: textOf(form, "webhook"), paused: textOf(form, "paused") === "yes" }),
  conclude: (outcome) => ("problems" in outcome ? messageOf(outcome) : redirect(`/webhooks/${outcome.done}`)),
});

const test = memberAction(
  input.webhookId,
  async (id, signedIn): Promise<Problems | Announced> =>
    withCaller(id, signedIn, async (caller) => {
      const attempt = await testWebhook(caller, id, actorOf(signedIn), AbortSignal.timeout(TEST_MS));
      return { announced: describeTest(attempt) };
    }),
);

export const testAction = formAction<string, Problems | Announced, Announced>(test, {
  read: (form) => textOf(form, "webhook"),
  conclude: (outcome, id) => {
    if ("problems" in outcome) return messageOf(outcome);
    // The page shows the attempt, too.
    revalidatePath(`/webhooks/${id}`);
    return outcome;
  },
});

const replay = memberAction(input.replay, async ({ id, ...sent }, signedIn) =>
  withCaller(id, signedIn, async (caller) => {
    const start = input.toReplayStart(sent);
    if (start === null) return problem("Choose a day and a time.");
    await replayWebhook(caller, id, start, actorOf(signedIn));
    return { done: id };
  }),
);

export const replayAction = confirmedAction(replay, {
  read: (form) => ({ id: textOf(form, "webhook"), since: textOf(form, "since"), delivery: textOf(form, "delivery") }),
  conclude: (outcome) => ("problems" in outcome ? messageOf(outcome).message : outcome),
  next: ({ id }) => `/webhooks/${id}`,
});

const rotate = freshMemberAction(input.webhookId, async (id, signedIn) =>
  withCaller(id, signedIn, async (caller) => {
    const { view, keys } = await rotateKeys(caller, id, actorOf(signedIn));
    return { keys: { ...keys, id, name: view.name } };
  }),
);

export type RotateState = { keys: NewKeys };

export const rotateAction = formAction<string, Problems | RotateState, RotateState>(rotate, {
  read: (form) => textOf(form, "webhook"),
  conclude: (outcome) => ("problems" in outcome ? messageOf(outcome) : outcome),
});

const remove = memberAction(input.removal, async ({ id }, signedIn) => {
  const target = await targetOf(id, signedIn);
  if (target === null) return problem(GONE);
  return removeWebhook({ ...target, ifMatch: "any" }, actorOf(signedIn), false).then(
    () => ({ deleted: true }),
    toProblems,
  );
});

export const deleteAction = confirmedAction(remove, {
  read: (form) => ({ id: textOf(form, "webhook"), list: textOf(form, "list") as WebhookList }),
  conclude: (outcome) => ("problems" in outcome ? messageOf(outcome).message : outcome),
  next: ({ list }) => list,
});

async function withCaller<Done>(
  id: string,
  { member }: SignedIn,
  work: (caller: Caller) => Promise<Done>,
): Promise<Done | Problems> {
  const found = await findWebhookOf(id, member);
  if (found === null || !found.isManaged) return problem(GONE);
  if (typeof found.standing === "string") return problem("The token of this webhook does not work.");
  return work(found.standing).catch(toProblems);
}

async function targetOf(id: string, { member }: SignedIn) {
  const found = await findWebhookOf(id, member);
  return found && { id, whose: { organizationId: member.organizationId, tokenId: found.row.tokenId } };
}

function messageOf({ problems }: Problems): { message: string } {
  return { message: problems.map(({ message }) => message).join(" ") };
}
