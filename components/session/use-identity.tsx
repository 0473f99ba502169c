"use client";
/** Runs an action again once the person has proved who they are, where it was refused for want of that. */
import { type ReactNode, useState } from "react";
import type { ActionRefusal } from "@/lib/session/action";
import { IdentityDialog } from "./identity-dialog";

type Asked = { reason: "signed-out" | "confirm-identity"; again: () => void };

export const OUT_OF_DATE = "This page is out of date. Load it again, then try once more.";

/**
 * `ask` answers what to tell the person, or null where the dialog does. Render `dialog` anywhere but in a form.
 * `email`: of the member whom the page was made for. `forbidden`: what to tell whoever may not do it at all.
 */
export function useIdentity(
  email: string,
  forbidden = OUT_OF_DATE,
): {
  ask: (refusal: ActionRefusal, again: () => void) => string | null;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = ({ refused }: ActionRefusal, again: () => void) => {
    if (refused === "forbidden") return forbidden;
    setAsked({ reason: refused, again });
    return null;
  };
  const onConfirmed = () => {
    setAsked(null);
    asked?.again();
  };
  const dialog = (
    <IdentityDialog
      reason={asked?.reason ?? null}
      email={email}
      onConfirmed={onConfirmed}
      onCancel={() => setAsked(null)}
    />
  );
  return { ask, dialog };
}
