import type { ReactNode } from "react";

type NamedToken = { id: string; name: string; hint: string };
type NamedTokensProps<Token> = { tokens: readonly Token[]; children: (token: Token) => ReactNode };

export function NamedTokens<Token extends NamedToken>({ tokens, children }: NamedTokensProps<Token>) {
  return (
    <ul className="rounded-control bg-sunken px-3 py-1.5 text-sm">
      {tokens.map((token) => (
        <li key={token.id} className="py-1.5 [overflow-wrap:anywhere]">
          <span className="block font-medium">
            <bdi>{token.name}</bdi>
          </span>
          <span className="font-mono text-[0.8125rem]">{token.hint}</span>
          <span className="text-quiet"> · {children(token)}</span>
        </li>
      ))}
    </ul>
  );
}
