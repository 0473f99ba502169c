"use client";
/** A form that only the page's scripts can send. What is typed into it before they are there is kept. */
import { type ComponentProps, useImperativeHandle } from "react";
import { useEarlyInput } from "./use-early-input";

type ScriptFormProps = Omit<ComponentProps<"form">, "action" | "method">;

/**
 * Sent without scripts, a form without an address would put its fields, a password among them, into that of the page. Outside a
 * dialog the method "dialog" sends nothing.
 */
export function ScriptForm({ ref, ...form }: ScriptFormProps) {
  const own = useEarlyInput();
  useImperativeHandle(ref, () => own.current as HTMLFormElement, [own]);
  return <form {...form} ref={own} method="dialog" />;
}
