"use client";
/** Asks before an act that has to be confirmed: over the page that linked to it, or as a page of its own. */
import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { type FormAction, IN_DIALOG_FIELD, isDone } from "@/lib/session/form-state";
import type { PageMember } from "@/lib/session/visitor";
import { PageField } from "../session/page-field";
import { InDialog } from "../session/page-shell";
import { useMemberForm } from "../session/use-form";
import type { FailureMessages } from "../session/use-member-action";
import { Card } from "../ui/card";
import { Button, LinkButton } from "../ui/controls/button";
import { TextField } from "../ui/controls/field";
import { Dialog } from "../ui/dialog/dialog";
import { ErrorNotice, Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { OUTCOME_ID } from "./outcome-id";
import { isProven, type TypedProof } from "./typed-proof";

/** `Done`: what the action returns to a dialog. */
type Confirmation<Done extends object> = {
  page: PageMember;
  title: ReactNode;
  description?: ReactNode;
  facts?: ReactNode;
  /** Why it cannot be done, in place of the form. */
  disabledReason?: string | null;
  proof?: TypedProof | null;
  action: FormAction<Done>;
  /** The target, as hidden fields. */
  fields: Record<string, string>;
  /** A verb and its object: "Revoke token". */
  confirmLabel: string;
  texts?: FailureMessages;
};

type ConfirmProps<Done extends object> = Confirmation<Done> & {
  back: { href: string; label: string };
  /** The page below stays, and shows what was done. Otherwise the action redirects. */
  stays?: boolean;
};

export function Confirm<Done extends object>({ back, stays = false, ...confirmation }: ConfirmProps<Done>) {
  const router = useRouter();
  const isInDialog = useContext(InDialog);
  const address = useRef<string | null>(null);
  const hasActed = useRef(false);
  useEffect(() => {
    address.current = location.pathname;
    return () => {
      address.current = null;
      // The page below was rendered before it was done.
      if (hasActed.current) router.refresh();
    };
  }, [router]);
  if (isInDialog) {
    const leave = () => {
      if (location.pathname === address.current) router.back();
      address.current = null;
    };
    const conclude = (done: Done) => {
      announce("said" in done ? String(done.said) : "Done.");
      hasActed.current = true;
      // It may have been closed while the action ran, or left by the browser's own button, which changes the address at once.
      if (address.current === null) router.refresh();
      leave();
    };
    return <ConfirmDialog {...confirmation} onCancel={leave} onDone={stays ? conclude : undefined} />;
  }
  const { title, description, ...form } = confirmation;
  return (
    <>
      <PageHeader title={title} description={description} back={back} />
      <div className="max-w-xl">
        <Card>
          <ConfirmForm {...form} cancel={<LinkButton href={back.href}>Cancel</LinkButton>} />
        </Card>
      </div>
    </>
  );
}

/** Shows it until the next click, which begins something else. */
function announce(said: string): void {
  const place = document.getElementById(OUTCOME_ID);
  if (place === null) return;
  place.textContent = said;
  document.addEventListener("click", () => place.replaceChildren(), { once: true });
}

type ConfirmDialogProps<Done extends object> = Confirmation<Done> & {
  onCancel: () => void;
  onDone?: ((done: Done) => void) | undefined;
};

/** A confirmation over the page that it was opened from. The focus starts on Cancel. */
export function ConfirmDialog<Done extends object>(props: ConfirmDialogProps<Done>) {
  const { title, description, action, onCancel, onDone, ...form } = props;
  const send: FormAction<Done> = async (former, fields) => {
    if (onDone) fields.set(IN_DIALOG_FIELD, "yes");
    const state = await action(former, fields);
    if (onDone && isDone<Done>(state)) onDone(state);
    return state;
  };
  const cancel = (
    <Button data-autofocus onClick={onCancel}>
      Cancel
    </Button>
  );
  return (
    <Dialog size="small" title={title} description={description} onDismiss={onCancel}>
      <ConfirmForm {...form} action={send} cancel={cancel} />
    </Dialog>
  );
}

type ConfirmFormProps<Done extends object> = Omit<Confirmation<Done>, "title" | "description"> & { cancel: ReactNode };

const TEXTS = { noAnswer: "There was no response. Try again: nothing is done twice." };

function ConfirmForm<Done extends object>(props: ConfirmFormProps<Done>) {
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
        <PageField page={page} fields={fields} />
        {props.facts}
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
