"use client";
/** Forms whose action also works before any script has loaded. Spread `form` over the `<form>`. */
import { type FormEvent, type ReactNode, useActionState, useState } from "react";
import type { FormAction, FormState } from "@/lib/session/form-state";
import type { PageMember } from "@/lib/session/visitor";
import { NO_CONNECTION } from "../../lib/session/sign-in-messages";
import { type Call, useCall } from "./use-call";
import { type FailureMessages, useMemberAction } from "./use-member-action";

type FormProps = { action: (form: FormData) => void; onSubmit: (event: FormEvent<HTMLFormElement>) => void };
type SentForm<State> = { state: State; form: FormProps; message: string | null; busy: boolean };
type Action<State> = (former: State, form: FormData) => Promise<State>;

/** A form for everyone, signed in or not. `first`: the state before it is sent. `noAnswer`: the message if no response came. */
export function usePublicForm<State extends { message: string | null }>(
  action: Action<State>,
  first: Awaited<State>,
  noAnswer = NO_CONNECTION,
): SentForm<State> {
  const [posted, post] = useActionState<State, FormData>(action, first);
  const answer = useCall(noAnswer, posted.message);
  return useSentForm<State>(action, [posted, post], answer);
}

/** Render `dialog` beside the form. */
type MemberForm<Done> = SentForm<FormState<Done>> & { dialog: ReactNode };

/** A form of a member, with a `PageField` in it. */
export function useMemberForm<Done extends object = never>(
  page: PageMember,
  action: FormAction<Done>,
  texts: FailureMessages,
): MemberForm<Done> {
  const [posted, post] = useActionState<FormState<Done>, FormData>(action, { message: null });
  const { dialog, ...answer } = useMemberAction(page, texts, posted);
  return { ...useSentForm<FormState<Done>>(action, [posted, post], answer), dialog };
}

function useSentForm<State extends object>(
  action: Action<State>,
  [posted, post]: [State, FormProps["action"]],
  call: Omit<Call, "run"> & { run: (call: () => Promise<State>, then: (now: State) => void) => void },
): SentForm<State> {
  const { run, tell, message, busy } = call;
  const [state, setState] = useState(posted);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = event.currentTarget;
    const form = new FormData(fields);
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter instanceof HTMLButtonElement && submitter.name !== "") form.set(submitter.name, submitter.value);
    run(
      () => action(state, form),
      (now) => {
        setState(now);
        tell("message" in now ? (now.message as string | null) : null);
        forgetPasswords(fields);
      },
    );
  };
  return { state, form: { action: post, onSubmit }, message, busy };
}

/** Clears passwords after a refusal, including visible ones. Without a response they stay, because they may be right. */
function forgetPasswords(fields: HTMLFormElement): void {
  for (const field of fields.querySelectorAll<HTMLInputElement>("input[autocomplete=current-password]"))
    field.value = "";
}
