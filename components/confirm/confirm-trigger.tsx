"use client";
/** Opens a confirm page; once scripts have loaded, it opens a dialog instead. */
import type { ComponentProps, FormEvent } from "react";

type ConfirmTriggerProps = Omit<ComponentProps<"form">, "onSubmit"> & { onOpen: (form: HTMLFormElement) => void };

/** `action`: the confirm page. The submit button is one of the children, or refers to this form by id. */
export function ConfirmTrigger({ onOpen, ...form }: ConfirmTriggerProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onOpen(event.currentTarget);
  };
  return <form {...form} onSubmit={submit} />;
}
