"use client";
/** Opens the palette, whose code is loaded on first use; what is typed meanwhile is kept. Without scripts it links to the list. */
import { type FormEvent, lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useHydrated } from "../../ui/controls/use-in-browser";
import { keepEarlyKeys } from "./early-keys";
import type { PaletteProps } from "./palette";

const Palette = lazy(async () => ({ default: (await import("./palette")).Palette }));

type PaletteButtonProps = Pick<PaletteProps, "page" | "portal" | "listPath"> & {
  /** `className`: of the button. `keys`: the shortcut, shown once it works. */
  className: string;
  keys: ReactNode;
  children: ReactNode;
};

export function PaletteButton({ className, keys, children, ...palette }: PaletteButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const isHydrated = useHydrated();
  const endEarlyKeys = useRef<ReturnType<typeof keepEarlyKeys> | null>(null);
  const close = useCallback(() => {
    endEarlyKeys.current?.();
    endEarlyKeys.current = null;
    setOpen(false);
  }, []);
  const open = useCallback(() => {
    endEarlyKeys.current ??= keepEarlyKeys(close);
    setOpen(true);
  }, [close]);
  useEffect(() => () => void endEarlyKeys.current?.(), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!/^k$/i.test(event.key) || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      // Another dialog is open, and must be completed first.
      if (document.querySelector("dialog[open]") === null) open();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [open]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    open();
  };
  return (
    <>
      <form action={palette.listPath} onSubmit={submit}>
        <button type="submit" aria-keyshortcuts="Control+K Meta+K" className={className}>
          {children}
          {isHydrated && keys}
        </button>
      </form>
      {isOpen &&
        createPortal(
          // Rendered outside the drawer, which closes when a dialog opens.
          <Suspense fallback={null}>
            <Palette {...palette} takeEarly={() => endEarlyKeys.current?.() ?? null} onClose={close} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
