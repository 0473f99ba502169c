"use client";
/** What came of a token that somebody pasted: which one it is, and that its secret has gone nowhere. */
import Link from "next/link";
import { Button } from "../../ui/controls/button";
import { Notice } from "../../ui/notice";
import type { TokenItem } from "./token-item";

export type Paste = { kind: "token"; id: string; hint: string } | { kind: "damaged" };

type FoundTokenProps = { paste: Paste; items: readonly TokenItem[]; onClear: () => void };

export default function FoundToken({ paste, items, onClear }: FoundTokenProps) {
  const clear = (
    <Button size="small" className="mt-2" onClick={onClear}>
      Show all tokens
    </Button>
  );
  if (paste.kind === "damaged") {
    return (
      <Notice tone="warn" title="This is not a whole token" className="mb-3">
        <p>A part is missing or was changed. It was removed from the field, and sent nowhere. Paste the whole token.</p>
        {clear}
      </Notice>
    );
  }
  const item = items.find(({ id }) => id === paste.id);
  if (item === undefined) {
    return (
      <Notice tone="warn" title="None of these tokens" className="mb-3">
        <p>
          You pasted <span className="font-mono">{paste.hint}</span>, which is not in this list. It may be somebody
          else’s, or have ended long ago. The secret was sent nowhere.
        </p>
        {clear}
      </Notice>
    );
  }
  return (
    <Notice tone="good" title="Found the token you pasted" className="mb-3">
      <p>
        It is{" "}
        <Link href={`/tokens/${item.id}`} className="font-medium underline underline-offset-2 [overflow-wrap:anywhere]">
          <bdi>{item.name}</bdi>
        </Link>{" "}
        (<span className="font-mono">{item.hint}</span>). The secret was removed from the field, and sent nowhere.
      </p>
      {clear}
    </Notice>
  );
}
