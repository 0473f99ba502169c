"use client";
/** The form of a confirm page: runs the action, or links back. */
import type { ReactNode } from "react";
import type { FormAction } from "@/lib/session/form-action";
import type { PageMember } from "@/lib/session/visitor";
import { useMemberForm } from "../session/use-form";
import { Button, LinkButton } from "../ui/controls/button";
import { ErrorNotice } from "../ui/notice";
import { PageField } from "./page-field";

type AskedFormProps = {
  page: PageMember;
  action: FormAction;
  /** A verb and its object: "Revoke token". */
  confirmLabel: string;
  cancelHref: string;
  /** Hidden fields that identify the target, and fields to type into. */
  children: ReactNode;
};

const TEXTS = { noAnswer: "There was no response. Try again: nothing is done twice." };

export function AskedForm({ page, action, confirmLabel, cancelHref, children }: AskedFormProps) {
  const { message, form, busy, dialog } = useMemberForm(page, action, TEXTS);
  return (
    <>
      <form {...form} className="grid grid-cols-1 gap-4">
        <PageField page={page} />
        {children}
        <ErrorNotice text={message} />
        <div className="flex flex-wrap gap-3">
          <LinkButton href={cancelHref}>Cancel</LinkButton>
          <Button type="submit" look="danger" busy={busy}>
            {confirmLabel}
          </Button>
        </div>
      </form>
      {dialog}
    </>
  );
}
