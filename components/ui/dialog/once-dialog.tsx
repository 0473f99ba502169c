"use client";
/** Shows something only once, over the page. Closing it without copying or saving asks for confirmation. */
import { type ReactNode, useState } from "react";
import { Button } from "../controls/button";
import { Checkbox } from "../controls/checkbox";
import { AlertDialog, Dialog } from "./dialog";
import { useLeaveGuard } from "./use-leave-guard";

/** "page left": the browser is unloading the page, so do nothing else. */
export type HowClosed = "closed" | "page left";

type OnceDialogProps = {
  title: string;
  description: ReactNode;
  size?: "medium" | "large";
  /** There is nothing to save. */
  isEmpty?: boolean;
  isCopied?: boolean;
  /** "I saved it" */
  savedLabel: string;
  doneLabel?: string;
  /** The question to someone who closes it without saving. */
  leaving: { title: string; confirmLabel: string; text: ReactNode };
  /** Discard the content now. */
  onClose: (how: HowClosed) => void;
  children: ReactNode;
};

export function OnceDialog(props: OnceDialogProps) {
  const { isEmpty = false, isCopied = false, savedLabel, doneLabel = "Done", leaving, onClose, ...dialog } = props;
  const [saved, setSaved] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const isDone = isEmpty || saved;
  const isSafe = isDone || isCopied;
  const close = () => onClose("closed");
  const stay = () => setLeaving(true);
  useLeaveGuard({ armed: !isSafe, onAttempt: stay, onPageLeft: () => onClose("page left") });
  return (
    <>
      <Dialog
        {...dialog}
        open
        onDismiss={isSafe ? close : stay}
        footer={
          <div className="flex w-full flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <Checkbox
              label={savedLabel}
              checked={saved}
              disabled={isEmpty}
              onChange={(event) => setSaved(event.target.checked)}
            />
            <Button look="primary" disabled={!isDone} onClick={close}>
              {doneLabel}
            </Button>
          </div>
        }
      />
      <AlertDialog
        open={isLeaving}
        title={leaving.title}
        confirmLabel={leaving.confirmLabel}
        onCancel={() => setLeaving(false)}
        onConfirm={close}
      >
        <p>{leaving.text}</p>
      </AlertDialog>
    </>
  );
}
