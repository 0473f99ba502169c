"use client";
/** A button that does something with a webhook at once. What came of it is announced below the buttons. */
import type { ReactNode } from "react";
import { PageField } from "@/components/session/page-field";
import { useMemberForm } from "@/components/session/use-form";
import { Button } from "@/components/ui/controls/button";
import { HiddenFields } from "@/components/ui/controls/hidden-fields";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import { type FormAction, isDone } from "@/lib/session/form-state";
import type { PageMember } from "@/lib/session/visitor";
import type { Tested } from "./actions";

type ActFormProps = {
  page: PageMember;
  action: FormAction<Tested>;
  fields: Record<string, string>;
  look?: "primary" | "secondary";
  children: ReactNode;
};

const TEXTS = { noAnswer: "There was no response. Reload the page to see whether it was done." };

/** In a container that wraps: the outcome takes a line of its own. */
export function ActForm({ page, action, fields, look = "secondary", children }: ActFormProps) {
  const { state, form, message, busy, dialog } = useMemberForm<Tested>(page, action, TEXTS);
  const tested = isDone<Tested>(state) ? state.tested : null;
  return (
    <>
      <form {...form} className="contents">
        <PageField page={page} />
        <HiddenFields values={fields} />
        <Button type="submit" look={look} busy={busy}>
          {children}
        </Button>
      </form>
      <div role="status" className="order-last basis-full empty:hidden">
        {message !== null && <ErrorNotice text={message} />}
        {message === null && tested !== null && !busy && <Notice tone={tested.tone}>{tested.text}</Notice>}
      </div>
      {dialog}
    </>
  );
}
