"use client";
/**
 * Opens the command palette, by a press or by Ctrl K and ⌘K, which is said once it is so. The code of the palette is fetched then, and
 * not before. Until the page's scripts are there, a press leads to the list of tokens, which can be searched without them.
 */
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { PageMember } from "@/lib/session/visitor";
import { useHydrated } from "../../ui/controls/use-in-browser";
import type { Destination } from "../destinations";

const Palette = lazy(async () => ({ default: (await import("./palette")).Palette }));

type PaletteButtonProps = {
  page: PageMember;
  destinations: readonly Destination[];
  listPath: string;
  /** Of the button. `keys`: said in it, once they work. */
  className: string;
  keys: ReactNode;
  children: ReactNode;
};

export function PaletteButton({ className, keys, children, ...palette }: PaletteButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const isHydrated = useHydrated();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!/^k$/i.test(event.key) || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      // Over another dialog it would lead away from what that one asks.
      if (document.querySelector("dialog[open]") === null) setOpen(true);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setOpen(true);
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
          // Not within the drawer, which closes where a dialog opens.
          <Suspense fallback={null}>
            <Palette {...palette} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
