"use client";
/**
 * A form that only scripts can send. A press before they have loaded, or without them, sends nothing: the browser by itself would
 * put every field into the address, a password too. What is typed into it meanwhile is kept.
 */
import { type ComponentProps, useImperativeHandle } from "react";
import { Notice } from "../notice";
import { useEarlyInput } from "./use-early-input";

type ScriptFormProps = Omit<ComponentProps<"form">, "action" | "method"> & { needs?: string };

/** `needs`: what is said where there are no scripts. */
export function ScriptForm({ needs = "This form needs JavaScript.", ref, children, ...form }: ScriptFormProps) {
  const own = useEarlyInput();
  useImperativeHandle(ref, () => own.current as HTMLFormElement, [own]);
  return (
    // Of this method, browsers send a form to the dialog around it, and one without a dialog not at all.
    <form {...form} ref={own} method="dialog">
      <noscript className="col-span-full">
        <Notice tone="warn">{needs}</Notice>
      </noscript>
      {children}
    </form>
  );
}
