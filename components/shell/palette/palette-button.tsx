"use client";
/** Opens the palette, whose code is loaded on first use; what is typed meanwhile is kept. Without scripts it links to the list. */
import { type FormEvent, lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { SearchEntry } from "@/lib/ranked-search";
import type { PageMember } from "@/lib/session/visitor";
import { useHydrated } from "../../ui/controls/use-in-browser";
import { type EarlyKeys, keepEarlyKeys } from "./early-keys";

const Palette = lazy(async () => ({ default: (await import("./palette")).Palette }));

type PaletteButtonProps = {
  page: PageMember;
  portal: readonly SearchEntry[];
  listPath: string;
  /** `className`: of the button. `keys`: the shortcut, shown once it works. */
  className: string;
  keys: ReactNode;
  children: ReactNode;
};

export function PaletteButton({ className, keys, children, ...palette }: PaletteButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const isHydrated = useHydrated();
  const earlyKeys = useRef<EarlyKeys | null>(null);
  const close = useCallback(() => {
    earlyKeys.current?.end();
    earlyKeys.current = null;
    setOpen(false);
  }, []);
  const open = useCallback(() => {
    earlyKeys.current ??= keepEarlyKeys(close);
    setOpen(true);
  }, [close]);
  useEffect(() => () => void earlyKeys.current?.end(), []);
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
            <Palette {...palette} takeEarly={() => earlyKeys.current?.end() ?? null} onClose={close} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
