"use client";
/** Deactivates the member whom its page has asked about. Works before any script has loaded. */
import { useAnsweredForm } from "@/components/session/use-answered-form";
import { Button, LinkButton } from "@/components/ui/controls/button";
import { ErrorNotice } from "@/components/ui/notice";
import { deactivateByForm, type FormOutcome } from "../../actions";

const NOTHING_WRONG: FormOutcome = { message: null };
const NO_ANSWER: FormOutcome = { message: "No answer came back. Try again: doing it twice does no harm." };

export function DeactivateForm({ memberId }: { memberId: string }) {
  const { state, form, isPending } = useAnsweredForm(deactivateByForm, NOTHING_WRONG, () => NO_ANSWER);
  return (
    <form {...form} className="grid grid-cols-1 gap-4">
      <input type="hidden" name="member" value={memberId} />
      <ErrorNotice text={state.message} />
      <div className="flex flex-wrap gap-3">
        <LinkButton href={`/admin/members/${memberId}`}>Cancel</LinkButton>
        <Button type="submit" look="danger" busy={isPending}>
          Deactivate member
        </Button>
      </div>
    </form>
  );
}
