"use client";
/** The pasted text is sent once, kept nowhere in the page, and removed from the field after the response. */
import { usePublicForm } from "@/components/session/use-form";
import { Button } from "@/components/ui/controls/button";
import { TextAreaField } from "@/components/ui/controls/field";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import { type LeakedState, reportLeakedToken } from "./actions";

const NOT_SENT: LeakedState = { isTaken: false, message: null };
const NO_ANSWER = "No response came. Check your connection, and try again.";

/** `maxLength`: in characters. */
export function LeakedForm({ maxTokens, maxLength }: { maxTokens: number; maxLength: number }) {
  const { state, form, message, busy } = usePublicForm(reportLeakedToken, NOT_SENT, NO_ANSWER);
  if (state.isTaken) {
    return (
      <Notice tone="good" role="status" title="Thank you">
        The report was taken. Live tokens in it no longer work, and their owners are told. We say the same whatever it
        was.
      </Notice>
    );
  }
  return (
    <form {...form} className="flex flex-col gap-4">
      <TextAreaField
        label="What you found"
        name="text"
        rows={5}
        required
        autoComplete="off"
        spellCheck={false}
        maxLength={maxLength}
        hint={`Whole tokens begin with service_v1_. Up to ${maxTokens} at a time, in up to ${maxLength.toLocaleString("en")} characters.`}
      />
      <ErrorNotice text={message} />
      <Button type="submit" look="primary" busy={busy} className="w-full">
        Report
      </Button>
    </form>
  );
}
