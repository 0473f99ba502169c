"use client";
/** A button that has something confirmed: in a dialog, or until scripts have loaded on a page. */
import { type ComponentProps, type ComponentType, type FormEvent, type ReactNode, useState } from "react";
import type { PageMember } from "@/lib/session/visitor";
import { lazyWhenUsed } from "../ui/dialog/load-when-used";
import type { ConfirmDialog } from "./confirm-dialog";
import type { Confirmation } from "./confirm-form";

type ConfirmButtonProps<Done extends object> = {
  href: string;
  page: PageMember;
  confirmation: Confirmation<Done>;
  onOpen?: () => void;
  /** Without it, the action leads where it leads from the confirm page. */
  onDone?: (done: Done) => void;
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

type ConfirmTriggerProps = Omit<ComponentProps<"form">, "onSubmit"> & { onOpen: (form: HTMLFormElement) => void };

/** Opens a confirm page (`action`); once scripts have loaded, it opens a dialog instead. The submit button is one of the children. */
export function ConfirmTrigger({ onOpen, ...form }: ConfirmTriggerProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onOpen(event.currentTarget);
  };
  return <form {...form} onSubmit={submit} />;
}

const load = async () => (await import("./confirm-dialog")).ConfirmDialog as ComponentType<object>;

export const LazyConfirmDialog = lazyWhenUsed(load) as unknown as typeof ConfirmDialog;
