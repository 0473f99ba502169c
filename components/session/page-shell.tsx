"use client";
/**
 * What the pages of a member share with the frame around them: about whom, and where, both must be of one mind, because the
 * frame outlives the page that a link leaves; and by which provider one can sign in.
 */
import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect } from "react";
import type { PageMember } from "@/lib/session/visitor";

/** `memberId`: whom the frame names. `provider`: the identity provider's name; null where there is none. */
type Shell = { memberId: string | null; provider: string | null };

const ShellContext = createContext<Shell>({ memberId: null, provider: null });

export function PageShell({ children, ...shell }: Shell & { children: ReactNode }) {
  return <ShellContext value={shell}>{children}</ShellContext>;
}

/** Draws both again where the page was rendered for another member than the frame, because another tab has turned to them. */
export function useShellOf({ memberId }: PageMember): void {
  const router = useRouter();
  const shown = useContext(ShellContext).memberId;
  useEffect(() => {
    if (shown !== null && shown !== memberId) router.refresh();
  }, [router, shown, memberId]);
}

export function useProviderName(): string | null {
  return useContext(ShellContext).provider;
}
