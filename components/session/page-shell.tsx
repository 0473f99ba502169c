"use client";
/** Pages share this with the frame, which stays when a link changes the page: the member, and the identity provider. */
import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect } from "react";
import type { PageMember } from "@/lib/session/visitor";

/** `memberId`: the member that the frame shows. `provider`: the identity provider's name; null if there is none. */
type Shell = { memberId: string | null; provider: string | null };

const ShellContext = createContext<Shell>({ memberId: null, provider: null });

/** True within a dialog over the page that linked to it. */
export const InDialog = createContext(false);

export function PageShell({ children, dialog, ...shell }: Shell & { children: ReactNode; dialog?: ReactNode }) {
  return (
    <ShellContext value={shell}>
      {children}
      <InDialog value>{dialog}</InDialog>
    </ShellContext>
  );
}

/** Renders both again if the page is for another member than the frame, because another tab has switched. */
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
