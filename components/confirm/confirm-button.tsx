"use client";
/** A button that has something confirmed: in a dialog, or until scripts have loaded on a page. */
import { type ReactNode, useState } from "react";
import type { PageMember } from "@/lib/session/visitor";
import { ConfirmTrigger } from "./confirm-trigger";
import type { Confirmation } from "./confirmation";
import { LazyConfirmDialog } from "./lazy-confirm-dialog";

type ConfirmButtonProps<Done extends object> = {
  /** The confirm page. */
  href: string;
  page: PageMember;
  confirmation: Confirmation<Done>;
  onOpen?: () => void;
  /** Without it, the action leads where it leads from the confirm page. */
  onDone?: (done: Done) => void;
  /** The submit button. */
  children: ReactNode;
};

export function ConfirmButton<Done extends object>(props: ConfirmButtonProps<Done>) {
  const { href, page, confirmation, onOpen, onDone, children } = props;
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    onOpen?.();
    setOpen(true);
  };
  const close = () => setOpen(false);
  const conclude = (done: Done) => {
    close();
    onDone?.(done);
  };
  return (
    <>
      <ConfirmTrigger action={href} onOpen={open}>
        {children}
      </ConfirmTrigger>
      {isOpen && <LazyConfirmDialog {...confirmation} page={page} onCancel={close} onDone={onDone && conclude} />}
    </>
  );
}
