"use client";
/** A button that does something at once. What came of it is announced below the buttons. */
import type { ComponentProps } from "react";
import { type FormAction, isDone } from "@/lib/session/form-state";
import type { PageMember } from "@/lib/session/visitor";
import { FocusAfterRemoval } from "../confirm/focus-after-removal";
import { Button } from "../ui/controls/button";
import { ErrorNotice, Notice, type NoticeTone } from "../ui/notice";
import { PageField } from "./page-field";
import { useMemberForm } from "./use-form";
import type { FailureMessages } from "./use-member-action";

export type Announced = { announced: { tone: NoticeTone; text: string } };

type ActFormProps = ComponentProps<typeof Button> & {
  page: PageMember;
  action: FormAction<Announced>;
  fields: Record<string, string>;
  texts?: FailureMessages;
  /** false: shows no button, only announces the outcome. true: hides the last outcome, and the action can be repeated. */
  isOffered?: boolean;
};

const TEXTS = { noAnswer: "There was no response. Reload the page to see whether it was done." };

/** In a container that wraps: the outcome takes a line of its own. */
export function ActForm({ page, action, fields, texts = TEXTS, isOffered, ...button }: ActFormProps) {
  const { state, form, message, busy, dialog } = useMemberForm<Announced>(page, action, texts);
  const announced = isDone<Announced>(state) && !busy && isOffered !== true ? state.announced : null;
  return (
    <>
      {isOffered !== false && (
        <form {...form} className="contents">
          <PageField page={page} fields={fields} />
          <Button {...button} type="submit" busy={busy} />
          <FocusAfterRemoval />
        </form>
      )}
      <div role="status" className="order-last basis-full empty:hidden">
        {message !== null && <ErrorNotice text={message} />}
        {message === null && announced !== null && <Notice tone={announced.tone}>{announced.text}</Notice>}
      </div>
      {dialog}
    </>
  );
}
