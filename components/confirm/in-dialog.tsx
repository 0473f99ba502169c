"use client";
/** Around routes that a link of a page has opened. Every page loads this file, so it knows nothing of what is confirmed. */
import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useEffect, useState } from "react";

/** Announces what was done, once the dialog is gone. null: the page itself shows it. Without a dialog there is no announcer. */
export const InDialog = createContext<((said: string | null) => void) | null>(null);

export function ConfirmInDialog({ children }: { children: ReactNode }) {
  const [outcome, setOutcome] = useState<{ said: string | null; pages: number } | null>(null);
  const pathname = usePathname();
  // Closing the dialog leads to the page below. The next page is about something else.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it counts the pages.
  useEffect(() => {
    setOutcome((last) => (last === null || last.pages > 0 ? null : { ...last, pages: 1 }));
  }, [pathname]);
  return (
    <InDialog value={(said) => setOutcome({ said, pages: 0 })}>
      {children}
      <p
        role="status"
        className={
          outcome?.said
            ? "fixed inset-x-3 bottom-3 z-20 mx-auto max-w-xl rounded-control border border-good/40 bg-good-soft px-3.5 py-2.5 text-ink text-sm"
            : "sr-only"
        }
      >
        {outcome && (outcome.said ?? "Done.")}
      </p>
    </InDialog>
  );
}
