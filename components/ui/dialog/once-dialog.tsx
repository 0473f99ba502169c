"use client";
/** Shows something only once, over the page. Closing it without copying or saving asks for confirmation. */
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../controls/button";
import { Checkbox } from "../controls/checkbox";
import { AlertDialog, Dialog } from "./dialog";

/** "page left": the browser is unloading the page, so do nothing else. */
export type HowClosed = "closed" | "page left";

type OnceDialogProps = {
  title: string;
  description: ReactNode;
  size?: "medium" | "large";
  /** There is nothing to save. */
  isEmpty?: boolean;
  isCopied?: boolean;
  /** It names what the dialog shows, such as "the secrets", and "them". */
  what: string;
  pronoun: "it" | "them";
  doneLabel?: string;
  /** This sentence says what happens if it is closed without saving. */
  loss: string;
  /** Discard the content now. */
  onClose: (how: HowClosed) => void;
  children: ReactNode;
};

export function OnceDialog(props: OnceDialogProps) {
  const { isEmpty = false, isCopied = false, what, pronoun, doneLabel = "Done", loss, onClose, ...dialog } = props;
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
        onDismiss={isSafe ? close : stay}
        footer={
          <div className="flex w-full flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <Checkbox
              label={`I saved ${pronoun}`}
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
      {isLeaving && (
        <AlertDialog
          title={`Leave without ${what}?`}
          confirmLabel={`Leave without ${pronoun}`}
          onCancel={() => setLeaving(false)}
          onConfirm={close}
        >
          <p>{loss}</p>
        </AlertDialog>
      )}
    </>
  );
}

type LeaveGuard = {
  armed: boolean;
  onAttempt: () => void;
  /** The page is being unloaded, perhaps into the back/forward cache: discard its secrets. */
  onPageLeft: () => void;
};

/** Guards a secret that is not copied yet against what would take it off the screen: Back, reload, closing the tab. */
function useLeaveGuard({ armed, onAttempt, onPageLeft }: LeaveGuard): void {
  useEffect(() => {
    if (!armed) return;
    // Browsers show a question of their own.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [armed]);

  const backPressed = useEffectEvent(() => {
    if (!armed) return window.history.back();
    enterGuard();
    onAttempt();
  });
  const pageLeft = useEffectEvent(() => flushSync(onPageLeft));

  // Before the secret is painted: otherwise Back, pressed in between, would leave the page while it asks.
  useLayoutEffect(() => {
    enterGuard();
    const stopping = new AbortController();
    const { signal } = stopping;
    window.addEventListener("popstate", () => backPressed(), { signal });
    window.addEventListener("pagehide", () => pageLeft(), { signal });
    window.addEventListener("pageshow", reloadWhenRestored, { signal });
    return () => stopping.abort();
  }, []);
}

/** Adds a history entry with the same address for Back to consume. The router's own state in it is kept. */
function enterGuard(): void {
  if (window.history.state?.secretShown === true) return;
  window.history.pushState({ ...window.history.state, secretShown: true }, "");
}

/** A page from the back/forward cache is as it was left: without the secret, and with a form that was sent. */
function reloadWhenRestored(event: PageTransitionEvent): void {
  if (event.persisted) window.location.reload();
}
