/** The selected tokens, on any page of the list. Each part of the page renders again only if a change concerns it. */

export type ChosenToken = {
  id: string;
  name: string;
  hint: string;
  ownerName: string;
  lastUsed: Date | null;
  lastUsedAddress: string | null;
};

export type ChosenTokens = {
  has: (id: string) => boolean;
  /** The same array until it changes. */
  all: () => readonly ChosenToken[];
  choose: (tokens: readonly ChosenToken[]) => void;
  leaveOut: (ids: readonly string[]) => void;
  subscribe: (onChange: () => void) => () => void;
};

export function createChosenTokens(): ChosenTokens {
  const byId = new Map<string, ChosenToken>();
  const listeners = new Set<() => void>();
  let list: readonly ChosenToken[] = [];
  const tell = () => {
    list = [...byId.values()];
    for (const listener of listeners) listener();
  };
  return {
    has: (id) => byId.has(id),
    all: () => list,
    choose: (tokens) => {
      for (const token of tokens) byId.set(token.id, token);
      tell();
    },
    leaveOut: (ids) => {
      for (const id of ids) byId.delete(id);
      tell();
    },
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
