"use client";
/** Keeps the frame and the page of one mind about who is signed in, and where: the frame outlives the page that a link leaves. */
import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect } from "react";
import type { PageMember } from "@/lib/session/visitor";

const ShellMember = createContext<string | null>(null);

/** `memberId`: whom the frame names. */
export function PageShell({ memberId, children }: { memberId: string; children: ReactNode }) {
  return <ShellMember value={memberId}>{children}</ShellMember>;
}

/** Draws both anew where the page was made for another member than the frame, because another tab has turned to them. */
export function useShellOf({ memberId }: PageMember): void {
  const router = useRouter();
  const shown = useContext(ShellMember);
  useEffect(() => {
    if (shown !== null && shown !== memberId) router.refresh();
  }, [router, shown, memberId]);
}
