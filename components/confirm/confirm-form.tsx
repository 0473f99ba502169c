"use client";
import { type FormEvent, type ReactNode, useState } from "react";
import type { FormAction } from "@/lib/session/form-state";
import type { PageMember } from "@/lib/session/visitor";
import { PageField } from "../session/page-field";
import { useMemberForm } from "../session/use-form";
import { Button } from "../ui/controls/button";
import { TextField } from "../ui/controls/field";
import { HiddenFields } from "../ui/controls/hidden-fields";
import { ErrorNotice, Notice } from "../ui/notice";
import { isProven, type TypedProof } from "./typed-proof";

/** `Done`: what the action returns to a dialog. */
export type Confirmation<Done extends object> = {
  page: PageMember;
  title: ReactNode;
  description?: ReactNode;
  facts?: ReactNode;
  /** Why it cannot be done, in place of the form. */
  disabledReason?: string | null;
  /** The text that has to be typed; null if there is none. */
  proof?: TypedProof | null;
  action: FormAction<Done>;
  /** The target, as hidden fields. */
  fields: Record<string, string>;
  /** A verb and its object: "Revoke token". */
  confirmLabel: string;
  /** The messages if no response came, or the member lacks the permission. */
  texts?: { noAnswer: string; forbidden?: string };
};

type ConfirmFormProps<Done extends object> = Omit<Confirmation<Done>, "title" | "description" | "facts"> & {
  cancel: ReactNode;
  children: ReactNode;
};

const TEXTS = { noAnswer: "There was no response. Try again: nothing is done twice." };

export function ConfirmForm<Done extends object>(props: ConfirmFormProps<Done>) {
  const { page, action, fields, proof = null, disabledReason = null, texts = TEXTS, confirmLabel } = props;
  const { message, form, busy, dialog } = useMemberForm<Done>(page, action, texts);
  const [mismatch, setMismatch] = useState<string | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const typed = new FormData(event.currentTarget).get("typed");
    const isRefused = proof !== null && !isProven(proof, String(typed));
    setMismatch(isRefused ? proof.mismatch : null);
    if (isRefused) event.preventDefault();
    else form.onSubmit(event);
  };
  if (disabledReason !== null) return <Notice tone="warn">{disabledReason}</Notice>;
  return (
    <>
      <form {...form} onSubmit={submit} className="grid grid-cols-1 gap-4">
        <PageField page={page} />
        <HiddenFields values={fields} />
        {props.children}
        {proof && <TextField label={proof.label} name="typed" autoComplete="off" spellCheck={false} error={mismatch} />}
        <ErrorNotice text={message} />
        <div className="flex flex-wrap gap-3 in-[dialog]:justify-end in-[dialog]:pt-1">
          {props.cancel}
          <Button type="submit" look="danger" busy={busy}>
            {confirmLabel}
          </Button>
        </div>
      </form>
      {dialog}
    </>
  );
}
