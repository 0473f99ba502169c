/**
 * A form that only scripts can send. A press before they have loaded, or without them, sends nothing: the browser by itself would
 * put every field into the address, a password too.
 */
import type { ComponentProps } from "react";
import { Notice } from "../notice";

type ScriptFormProps = Omit<ComponentProps<"form">, "action" | "method"> & { needs?: string };

/** `needs`: what is said where there are no scripts. */
export function ScriptForm({ needs = "This form needs JavaScript.", children, ...form }: ScriptFormProps) {
  return (
    // Of this method, browsers send a form to the dialog around it, and one without a dialog not at all.
    <form {...form} method="dialog">
      <noscript className="col-span-full">
        <Notice tone="warn">{needs}</Notice>
      </noscript>
      {children}
    </form>
  );
}
