"use client";
/** Does what its page has asked about, or leads back. */
import type { ReactNode } from "react";
import type { FormAction } from "@/lib/session/form-action";
import type { PageMember } from "@/lib/session/visitor";
import { Button, LinkButton } from "../ui/controls/button";
import { ErrorNotice } from "../ui/notice";
import { PageField } from "./page-field";
import { useActionForm } from "./use-action-form";

type AskedFormProps = {
  page: PageMember;
  action: FormAction;
  /** A verb and its thing: "Revoke token". */
  confirmLabel: string;
  cancelHref: string;
  /** What it is done to, as hidden fields, and what has to be typed. */
  children: ReactNode;
};

export function AskedForm({ page, action, confirmLabel, cancelHref, children }: AskedFormProps) {
  const { message, form, isPending, dialog } = useActionForm(page, action);
  return (
    <>
      <form {...form} className="grid grid-cols-1 gap-4">
        <PageField page={page} />
        {children}
        <ErrorNotice text={message} />
        <div className="flex flex-wrap gap-3">
          <LinkButton href={cancelHref}>Cancel</LinkButton>
          <Button type="submit" look="danger" busy={isPending}>
            {confirmLabel}
          </Button>
        </div>
      </form>
      {dialog}
    </>
  );
}
