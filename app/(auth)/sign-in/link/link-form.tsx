"use client";
/** Reads what the link carries behind its `#`, and sends it when the person says so. */
import { useActionState, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { type LinkState, signInWithLink } from "./actions";

const NOTHING_WRONG: LinkState = { message: null };

export function LinkForm() {
  const [state, submit, isPending] = useActionState(signInWithLink, NOTHING_WRONG);
  const [secret, setSecret] = useState<string | null>(null);
  useEffect(() => setSecret(window.location.hash.slice(1)), []);
  const message =
    secret === ""
      ? "This address is not the whole link. Open it as you were given it, to the last letter."
      : state.message;
  return (
    <form action={submit} className="flex flex-col gap-4">
      <input type="hidden" name="secret" value={secret ?? ""} />
      <noscript>This page needs JavaScript to read the link.</noscript>
      {message !== null && (
        <Notice tone="bad" role="alert">
          {message}
        </Notice>
      )}
      <Button type="submit" look="primary" busy={isPending} className="w-full">
        Sign in
      </Button>
    </form>
  );
}
