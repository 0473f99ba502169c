/** Renders the inline content of a document: text, code, emphasis and links. Anything else, such as HTML, is shown as written. */
import type { Token } from "marked";
import { createElement, Fragment, type ReactNode } from "react";
import { linkedAddress } from "./linked-address";

export function Inlines({ tokens = [], file }: { tokens: readonly Token[] | undefined; file: string }): ReactNode {
  return inOrder(tokens.map((token) => renderInline(token, file)));
}

function renderInline(token: Token, file: string): ReactNode {
  const inner = "tokens" in token && token.tokens ? <Inlines tokens={token.tokens} file={file} /> : null;
  switch (token.type) {
    case "codespan":
      return <code className="rounded bg-sunken px-1 py-px text-[0.9em]">{token.text}</code>;
    case "strong":
      return <strong className="font-semibold">{inner}</strong>;
    case "em":
      return <em>{inner}</em>;
    case "br":
      return <br />;
    case "link":
      return toLink(linkedAddress(token.href, file), inner);
    case "text":
    case "escape":
      return inner ?? token.text;
    default:
      return token.raw;
  }
}

function toLink(href: string | null, inner: ReactNode): ReactNode {
  if (href === null) return inner;
  return (
    <a href={href} className="text-accent underline underline-offset-2">
      {inner}
    </a>
  );
}

/** Renders parts of a text, which never change their order and so need no keys. */
export function inOrder(parts: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts);
}
