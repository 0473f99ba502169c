"use client";
/**
 * A form that only scripts can send. A press before they have loaded, or without them, sends nothing: otherwise the browser would
 * put every field into the address, even a password.
 */
import type { ComponentProps } from "react";
import { Notice } from "../notice";
import { EarlyForm } from "./early-form";

type ScriptFormProps = Omit<ComponentProps<"form">, "action" | "method"> & { needs?: string };

/** `needs`: the message if there are no scripts. */
export function ScriptForm({ needs = "This form needs JavaScript.", children, ...form }: ScriptFormProps) {
  return (
    // With this method, browsers send a form only to the dialog around it; without a dialog they do not send it.
    <EarlyForm {...form} method="dialog">
      <noscript className="col-span-full">
        <Notice tone="warn">{needs}</Notice>
      </noscript>
      {children}
    </EarlyForm>
  );
}
