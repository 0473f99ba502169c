"use client";
/**
 * A new secret on the page itself, if the form was sent without scripts: no dialog can show it, and nothing can ask before it is
 * lost.
 */
import type { ReactNode } from "react";
import { curlOf, environmentLine } from "@/components/tokens/secret-lines";
import type { NewSecret } from "@/components/tokens/secret-once";
import { Card } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/controls/button";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { CodeBlock } from "@/components/ui/text/code-block";

type PostedSecretProps = {
  secret: NewSecret;
  origin: string;
  doneLabel: string;
  doneHref: string;
  /** More lines that contain the secret. */
  children?: ReactNode;
};

export function PostedSecret({ secret: { name, text }, origin, doneLabel, doneHref, children }: PostedSecretProps) {
  const parts = [
    { title: "The token", text, isSecret: true },
    { title: "For your .env file", text: environmentLine(text), isSecret: false },
    { title: "A first request", text: curlOf(origin, "/me", text), isSecret: false },
  ];
  return (
    <Card
      title="Copy your token now"
      description={
        <>
          “<bdi>{name}</bdi>” is ready. Copy it now. We store only a hash, so you cannot see it again.
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {parts.map(({ title, text, isSecret }) => (
          <div key={title} className="grid min-w-0 grid-cols-1 gap-1.5">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-medium text-sm">{title}</h3>
              <span className="noscript:hidden">
                <CopyButton text={text} aria-label={`Copy: ${title}`} />
              </span>
            </div>
            <div data-secret={isSecret || undefined}>
              <CodeBlock label={title}>{text}</CodeBlock>
            </div>
          </div>
        ))}
        {children}
        <LinkButton href={doneHref} look="primary" className="justify-self-start">
          {doneLabel}
        </LinkButton>
      </div>
    </Card>
  );
}
