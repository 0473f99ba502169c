"use client";
/** A form that only scripts can send. A press before sends nothing: the browser would put every field into the address. */
import { type ComponentProps, useImperativeHandle } from "react";
import { useEarlyInput } from "./use-early-input";

export function ScriptForm({ ref, onSubmit, ...form }: Omit<ComponentProps<"form">, "action" | "method">) {
  const own = useEarlyInput();
  useImperativeHandle(ref, () => own.current as HTMLFormElement, [own]);
  // With this method, browsers send a form only to the dialog around it; without a dialog they do not send it.
  return (
    <form
      {...form}
      ref={own}
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.(event);
      }}
    />
  );
}
