"use client";
/** A form that only scripts can send. A press before sends nothing: the browser would put every field into the address. */
import type { ComponentProps, ReactNode } from "react";
import { useEarlyInput } from "./use-early-input";

/** `dialog`: shown over the form, and not in it, because it contains another one. */
type ScriptFormProps = Omit<ComponentProps<"form">, "action" | "method" | "ref"> & { dialog?: ReactNode };

export function ScriptForm({ dialog, onSubmit, ...form }: ScriptFormProps) {
  const own = useEarlyInput();
  // With this method, browsers send a form only to the dialog around it; without a dialog they do not send it.
  return (
    <>
      <form
        {...form}
        ref={own}
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.(event);
        }}
      />
      {dialog}
    </>
  );
}
