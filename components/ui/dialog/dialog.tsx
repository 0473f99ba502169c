"use client";
/** A modal dialog, the browser's own. Its parent decides whether it closes: every way only calls `onDismiss`. */
import clsx from "clsx";
import { X } from "lucide-react";
import { type MouseEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from "react";
import { Button } from "../controls/button";

type DialogProps = {
  title: ReactNode;
  description?: ReactNode;
  /** Escape, a press outside, the cross: stop rendering it, or say why not. */
  onDismiss: () => void;
  place?: keyof typeof PLACES;
  size?: "small" | "medium" | "large";
  footer?: ReactNode;
  children?: ReactNode;
};

/** "top": growing content does not move what is above it. */
const PLACES = { middle: "m-auto", top: "mx-auto mt-[10dvh] mb-auto" };
const SIZES = { small: "max-w-md", medium: "max-w-xl", large: "max-w-3xl" };

/** Keeps the footer in sight below long content. */
const IN_SIGHT =
  "sticky bottom-0 -mx-edge -mb-edge border-line border-t bg-surface px-edge py-3 sm:-mx-6 sm:-mb-6 sm:px-6 sm:py-4";
const FOOTERS = { small: "pt-1", medium: "pt-1", large: IN_SIGHT };

/** Open while it is rendered. The focus goes to `data-autofocus`, or else to the first control. */
export function Dialog(props: DialogProps) {
  const { title, description, onDismiss, size = "medium", place = "middle", footer, children } = props;
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
        "dialog w-[calc(100%-2rem)] rounded-card border border-line bg-surface p-0 text-ink shadow-float",
        PLACES[place],
        "max-h-[calc(100dvh-2rem)] scroll-pb-24 overflow-y-auto overscroll-contain",
        SIZES[size],
      )}
      // Browsers let a second Escape close a dialog that has refused the first, unless the key event is handled here.
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) dismiss(event);
      }}
      onCancel={(event) => {
        if (event.target === dialog.current) dismiss(event);
      }}
      // The browser closed it anyway, but the parent has not agreed, so it is opened again.
      onClose={(event) => {
        if (event.target === dialog.current && dialog.current.isConnected) dialog.current.showModal();
      }}
      onPointerDown={(event) => {
        pressedOutside.current = isOutside(event, dialog.current);
      }}
      // Text selection that ends beyond the edge did not begin there, so it is no press outside.
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
            <div id={`${id}-description`} className="mt-1 text-quiet [overflow-wrap:anywhere]">
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

/** Closing before the removal makes the browser return the focus. If its target is gone, the content gets it. */
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

type AlertDialogProps = Pick<DialogProps, "title" | "children"> & {
  /** A verb and its object: "Revoke token". */
  confirmLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before something that cannot be undone. The focus starts on Cancel, and the button says what it does. */
export function AlertDialog({ confirmLabel, onConfirm, onCancel, children, ...dialog }: AlertDialogProps) {
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
          <Button look="danger" onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">{children}</div>
    </Dialog>
  );
}
