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
  children: ReactNode;
};

export function PaletteButton({ children, ...palette }: PaletteButtonProps) {
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
        <button
          type="submit"
          aria-keyshortcuts={isHydrated ? "Control+K Meta+K" : undefined}
          className="flex min-h-9 w-full items-center gap-2.5 rounded-control border border-edge px-2.5 text-quiet text-sm hover:text-ink"
        >
          {children}
          {isHydrated && <kbd className="ml-auto font-sans text-xs">Ctrl K</kbd>}
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
