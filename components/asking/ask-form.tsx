"use client";
/** A button that opens a confirm page; once scripts have loaded, it opens a dialog instead. */
import type { ComponentProps, FormEvent } from "react";

type AskFormProps = Omit<ComponentProps<"form">, "onSubmit"> & { onAsk: (form: HTMLFormElement) => void };

/** `action`: the confirm page. The submit button is one of the children, or refers to this form by id. */
export function AskForm({ onAsk, ...form }: AskFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onAsk(event.currentTarget);
  };
  return <form {...form} onSubmit={submit} />;
}
