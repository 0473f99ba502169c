"use client";
/** Shared by all "Try it" panels of a page: its member, and the permissions that requests can be sent with. */
import { createContext, type ReactNode, useContext } from "react";
import type { SelectOption } from "@/components/ui/controls/field";
import type { PageMember } from "@/lib/session/visitor";

type Trying = {
  page: PageMember;
  /** Tokens by their ids; the first option, with an empty id, is the member. */
  choices: readonly SelectOption[];
  /** The token whose permissions the page shows. */
  tokenId: string | null;
};

const TryContext = createContext<Trying | null>(null);

export function TryProvider({ children, ...trying }: Trying & { children: ReactNode }) {
  return <TryContext value={trying}>{children}</TryContext>;
}

export function useTrying(): Trying {
  const trying = useContext(TryContext);
  if (trying === null) throw new Error("Nothing can be tried outside of a TryProvider.");
  return trying;
}
