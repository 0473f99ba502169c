"use client";
/** What all the requests of a page that can be tried share: whom the page is for, and with whose permissions they can be sent. */
import { createContext, type ReactNode, useContext } from "react";
import { useIdentity } from "@/components/session/use-identity";
import type { SelectOption } from "@/components/ui/controls/field";
import type { ActionRefusal } from "@/lib/session/action";
import type { PageMember } from "@/lib/session/visitor";

type Trying = {
  page: PageMember;
  /** Tokens by their ids; the first, with an empty one, is the member. */
  choices: readonly SelectOption[];
  /** Whose permissions the page shows. */
  tokenId: string | null;
  /** Returns what to tell the person, or null where it tells them itself. */
  ask: (refusal: ActionRefusal, again: () => void) => string | null;
};

const TryContext = createContext<Trying | null>(null);

type TryProviderProps = Omit<Trying, "ask"> & { children: ReactNode };

export function TryProvider({ page, choices, tokenId, children }: TryProviderProps) {
  const { ask, dialog } = useIdentity(page);
  return (
    <TryContext value={{ page, choices, tokenId, ask }}>
      {children}
      {dialog}
    </TryContext>
  );
}

export function useTrying(): Trying {
  const trying = useContext(TryContext);
  if (trying === null) throw new Error("Nothing can be tried outside of a TryProvider.");
  return trying;
}
