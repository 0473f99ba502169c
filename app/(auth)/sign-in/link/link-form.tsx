"use client";
/**
 * Reads what the link carries behind its `#`, and sends it when the person says so. Before it is read there is nothing to press: the
 * browser would send the form without it, and take it out of the address.
 */
import { useEffect, useState } from "react";
import { useAnsweredForm } from "@/components/session/use-answered-form";
import { Button } from "@/components/ui/controls/button";
import { ErrorNotice } from "@/components/ui/notice";
import { acceptInvitation, type LinkState, signInWithLink } from "../../actions";

const NOTHING_WRONG: LinkState = { message: null };
const NO_ANSWER: LinkState = {
  message:
    "No response came. Check your connection, and try again. If the link is refused then, it has been used up: ask for a new one.",
};

const KINDS = {
  "sign-in": { action: signInWithLink, label: "Sign in" },
  invitation: { action: acceptInvitation, label: "Accept invitation" },
};

export function LinkForm({ kind }: { kind: keyof typeof KINDS }) {
  const { action, label } = KINDS[kind];
  const { state, form, isPending } = useAnsweredForm(action, NOTHING_WRONG, () => NO_ANSWER);
  const [secret, setSecret] = useState<string | null>(null);
  useEffect(() => setSecret(window.location.hash.slice(1)), []);
  const message =
    secret === ""
      ? "This address is not the whole link. Open it as you were given it, to the last letter."
      : state.message;
  return (
    <form {...form} className="flex flex-col gap-4">
      <input type="hidden" name="secret" value={secret ?? ""} />
      <noscript>This page needs JavaScript to read the link.</noscript>
      <ErrorNotice text={message} />
      <Button type="submit" look="primary" busy={isPending} disabled={secret === null} className="w-full">
        {label}
      </Button>
    </form>
  );
}
