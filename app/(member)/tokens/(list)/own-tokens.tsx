"use client";
/** A member's own tokens, as they have arrived. */
import { useMemo } from "react";
import type { TokenListData } from "@/components/tokens/list/load-list";
import { unpackTokens } from "@/components/tokens/list/packed-tokens";
import { TokenList } from "@/components/tokens/list/token-list";

export function OwnTokens({ packed, entities, now }: TokenListData) {
  const items = useMemo(() => unpackTokens(packed), [packed]);
  return <TokenList items={items} entities={entities} now={now} scope="own" />;
}
