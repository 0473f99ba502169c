"use client";
/**
 * A form of an action that works before any script has loaded, and says so where no answer comes: left to React, a lost
 * connection would put the page of a failure in the form's place.
 */
import { unstable_rethrow } from "next/navigation";
import { type FormEvent, useActionState, useState, useTransition } from "react";

type FormProps = { action: (form: FormData) => void; onSubmit: (event: FormEvent<HTMLFormElement>) => void };

/** `ofNoAnswer`: the state then. Spread `form` over the `<form>`. */
export function useAnsweredForm<State extends object>(
  action: (former: State, form: FormData) => Promise<State>,
  first: Awaited<State>,
  ofNoAnswer: (form: FormData) => State,
): { state: State; form: FormProps; isPending: boolean } {
  const [withoutScript, submit] = useActionState<State, FormData>(action, first);
  const [answered, setAnswered] = useState<State | null>(null);
  const [isPending, start] = useTransition();
  const state = answered ?? withoutScript;

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = event.currentTarget;
    const form = new FormData(fields);
    start(async () => {
      try {
        setAnswered(await action(state, form));
        forgetPasswords(fields);
      } catch (error) {
        // An action leads elsewhere by throwing.
        unstable_rethrow(error);
        setAnswered(ofNoAnswer(form));
      }
    });
  };
  return { state, form: { action: submit, onSubmit }, isPending };
}

/** What was refused is typed again; what was not answered may be right. */
function forgetPasswords(fields: HTMLFormElement): void {
  for (const field of fields.querySelectorAll<HTMLInputElement>("input[type=password]")) field.value = "";
}
