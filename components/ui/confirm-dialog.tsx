"use client";
/** Asks before something that cannot be undone. Focus begins on Cancel; the button says what it does. */
import type { ReactNode } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { Notice } from "./notice";

export type ConfirmDialogProps = {
  open: boolean;
  title: ReactNode;
  /** What breaks. */
  children: ReactNode;
  /** A verb and its thing: "Revoke token". */
  confirmLabel: string;
  look?: "danger" | "primary";
  busy?: boolean;
  error?: string | null;
  onConfirm: () => void;
  onCancel: () => void;
};

export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  look = "danger",
  busy = false,
  error,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      title={title}
      size="small"
      onDismiss={onCancel}
      footer={
        <>
          <Button data-autofocus onClick={onCancel}>
            Cancel
          </Button>
          <Button look={look} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">{children}</div>
      {error && (
        <Notice tone="bad" role="alert">
          {error}
        </Notice>
      )}
    </Dialog>
  );
}
