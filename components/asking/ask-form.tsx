"use client";
/** A button that leads to a page which asks before anything is done; where the page's scripts are there, to a dialog instead. */
import type { ComponentProps, FormEvent } from "react";

type AskFormProps = Omit<ComponentProps<"form">, "onSubmit"> & { onAsk: (form: HTMLFormElement) => void };

/** `action`: the page that asks. The button is one of the children, or names this form. */
export function AskForm({ onAsk, ...form }: AskFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onAsk(event.currentTarget);
  };
  return <form {...form} onSubmit={submit} />;
}
