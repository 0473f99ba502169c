"use client";
/** Revokes the token that its page has asked about. Works before any script has loaded. */
import { useAnsweredForm } from "@/components/session/use-answered-form";
import { Button, LinkButton } from "@/components/ui/controls/button";
import { TextField } from "@/components/ui/controls/field";
import { ErrorNotice } from "@/components/ui/notice";
import { type RevokeState, revokeByForm } from "../actions";
import type { RevocableToken } from "./revocable-token";
import { proofOfName } from "./typed-proof";

const NOTHING_WRONG: RevokeState = { message: null };
const NO_ANSWER: RevokeState = { message: "No answer came back. Try again: doing it twice does no harm." };

export function RevokeForm({ token: { id, name, isRecentlyUsed } }: { token: RevocableToken }) {
  const { state, form, isPending } = useAnsweredForm(revokeByForm, NOTHING_WRONG, () => NO_ANSWER);
  return (
    <form {...form} className="grid grid-cols-1 gap-4">
      <input type="hidden" name="token" value={id} />
      {isRecentlyUsed && (
        <TextField label={proofOfName(name).label} name="name" autoComplete="off" spellCheck={false} />
      )}
      <ErrorNotice text={state.message} />
      <div className="flex flex-wrap gap-3">
        <LinkButton href={`/tokens/${id}`}>Cancel</LinkButton>
        <Button type="submit" look="danger" busy={isPending}>
          Revoke token
        </Button>
      </div>
    </form>
  );
}
