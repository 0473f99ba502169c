/** The result of pasting a token: which one it is, and that its secret was not sent. */
import Link from "next/link";
import { tokenHint } from "@/lib/authentication/token-form";
import type { ListedToken } from "@/lib/tokens/read/list";
import { LinkButton } from "../../../ui/controls/button";
import { Notice } from "../../../ui/notice";

/** `found`: null if it is not in this list. `everyHref`: the list without filters. */
type FoundTokenProps = { tokenId: string; found: ListedToken | null; everyHref: string };

export function FoundToken({ tokenId, found, everyHref }: FoundTokenProps) {
  const showAll = (
    <LinkButton href={everyHref} size="small" className="mt-2">
      Show all tokens
    </LinkButton>
  );
  if (found === null) {
    return (
      <Notice tone="warn" title="None of these tokens" className="mb-3">
        <p>
          You pasted <span className="font-mono">{tokenHint(tokenId)}</span>, which is not in this list. It may be
          somebody else’s, or have ended long ago. The secret was sent nowhere.
        </p>
        {showAll}
      </Notice>
    );
  }
  return (
    <Notice tone="good" title="Found the token you pasted" className="mb-3">
      <p>
        It is{" "}
        <Link
          href={`/tokens/${found.id}`}
          className="font-medium underline underline-offset-2 [overflow-wrap:anywhere]"
        >
          <bdi>{found.name}</bdi>
        </Link>{" "}
        (<span className="font-mono">{found.hint}</span>). The secret was removed from the field, and sent nowhere.
      </p>
      {showAll}
    </Notice>
  );
}

export function DamagedToken() {
  return (
    <Notice tone="warn" title="This is not a whole token" className="mb-3">
      <p>A part is missing or was changed. It was removed from the field, and sent nowhere. Paste the whole token.</p>
    </Notice>
  );
}
