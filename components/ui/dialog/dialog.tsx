"use client";
/**
 * A modal dialog: the platform's own, so that the page behind is inert and focus comes back to where it was. Whether it may
 * close is the owner's to decide: every way out only asks (`onDismiss`).
 */
import clsx from "clsx";
import { X } from "lucide-react";
import { type MouseEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from "react";
import { Button } from "../controls/button";
import { ErrorNotice } from "../notice";

type DialogProps = {
  open: boolean;
  title: ReactNode;
  description?: ReactNode;
  /** Escape, a press outside, the cross: close it by `open={false}`, or say why not. */
  onDismiss: () => void;
  size?: "small" | "medium" | "large";
  footer?: ReactNode;
  children?: ReactNode;
};

const SIZES = { small: "max-w-md", medium: "max-w-xl", large: "max-w-3xl" };

/** Of what is long the footer stays in sight. */
const IN_SIGHT =
  "sticky bottom-0 -mx-edge -mb-edge border-line border-t bg-surface px-edge py-3 sm:-mx-6 sm:-mb-6 sm:px-6 sm:py-4";
const FOOTERS = { small: "pt-1", medium: "pt-1", large: IN_SIGHT };

/** The content exists while the dialog is open. Focus goes to what is marked `data-autofocus`, else to the first control. */
export function Dialog({ open, ...content }: DialogProps) {
  return open ? <OpenDialog {...content} /> : null;
}

function OpenDialog({ title, description, onDismiss, size = "medium", footer, children }: Omit<DialogProps, "open">) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const id = useId();
  useModal(dialog);

  const dismiss = (event: SyntheticEvent) => {
    event.preventDefault();
    onDismiss();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      className={clsx(
        "dialog m-auto w-[calc(100%-2rem)] rounded-card border border-line bg-surface p-0 text-ink shadow-float",
        "max-h-[calc(100dvh-2rem)] scroll-pb-24 overflow-y-auto overscroll-contain",
        SIZES[size],
      )}
      // A browser lets a second Escape through to a dialog that has refused the first; a key that is taken here it does not.
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) dismiss(event);
      }}
      onCancel={(event) => {
        if (event.target === dialog.current) dismiss(event);
      }}
      // Closed by the browser all the same: the owner has not agreed.
      onClose={(event) => {
        if (event.target === dialog.current && dialog.current.isConnected) dialog.current.showModal();
      }}
      onPointerDown={(event) => {
        pressedOutside.current = isOutside(event, dialog.current);
      }}
      // Text that is selected beyond the edge ends outside, but did not begin there.
      onClick={(event) => {
        if (pressedOutside.current && isOutside(event, dialog.current)) onDismiss();
      }}
    >
      <div className="flex flex-col gap-4 p-edge sm:p-6">
        <div className="pr-9">
          <h2 id={`${id}-title`} className="font-semibold text-lg leading-snug [overflow-wrap:anywhere]">
            {title}
          </h2>
          {description && (
            <div id={`${id}-description`} className="mt-1 text-quiet">
              {description}
            </div>
          )}
        </div>
        {children}
        {footer && <div className={clsx("flex flex-wrap justify-end gap-3", FOOTERS[size])}>{footer}</div>}
      </div>
      <button
        type="button"
        aria-label="Close"
        onClick={onDismiss}
        className="absolute top-3 right-3 grid size-8 place-items-center rounded-control text-quiet hover:bg-sunken hover:text-ink sm:top-4 sm:right-4"
      >
        <X aria-hidden className="size-4" />
      </button>
    </dialog>
  );
}

/** Closing before the element goes makes the browser give focus back; where that is gone too, the page's content gets it. */
function useModal(ref: { readonly current: HTMLDialogElement | null }): void {
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    dialog.showModal();
    dialog.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    return () => {
      dialog.close();
      if (document.activeElement === document.body) document.getElementById("content")?.focus();
    };
  }, [ref]);
}

function isOutside({ target, clientX, clientY }: MouseEvent, dialog: HTMLDialogElement | null): boolean {
  if (dialog === null || target !== dialog) return false;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

type ConfirmDialogProps = {
  open: boolean;
  title: ReactNode;
  children: ReactNode;
  /** A verb and its thing: "Revoke token". */
  confirmLabel: string;
  busy?: boolean;
  error?: string | null;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before something that cannot be undone. Focus begins on Cancel; the button says what it does. */
export function ConfirmDialog({
  confirmLabel,
  busy = false,
  error,
  onConfirm,
  onCancel,
  children,
  ...dialog
}: ConfirmDialogProps) {
  return (
    <Dialog
      {...dialog}
      size="small"
      onDismiss={onCancel}
      footer={
        <>
          <Button data-autofocus onClick={onCancel}>
            Cancel
          </Button>
          <Button look="danger" busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">{children}</div>
      <ErrorNotice text={error} />
    </Dialog>
  );
}
