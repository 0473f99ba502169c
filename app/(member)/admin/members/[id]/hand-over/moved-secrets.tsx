"use client";
import { Download } from "lucide-react";
import { useState } from "react";
import { ENVIRONMENT_VARIABLE } from "@/components/tokens/secret-lines";
import { SecretText } from "@/components/tokens/secret-text";
import { Button } from "@/components/ui/controls/button";
import { downloadText } from "@/components/ui/controls/download-text";
import { type HowClosed, OnceDialog } from "@/components/ui/dialog/once-dialog";
import { Notice } from "@/components/ui/notice";
import { ScrollArea } from "@/components/ui/scroll-area";
import { withNames } from "@/components/ui/text/with-names";
import type { Moved, MovedToken } from "./actions";

type MovedSecretsProps = Moved & {
  owner: string;
  total: number;
  onClose: (how: HowClosed) => void;
};

export function MovedSecrets({ moved, stayed, owner, total, onClose }: MovedSecretsProps) {
  const ended = total - moved.length - stayed.length;
  return (
    <OnceDialog
      size="large"
      title={titleOf(moved.length)}
      description={withNames`The tokens belong to ${owner}. The new secrets are shown only once.`}
      isEmpty={moved.length === 0}
      what="the secrets"
      pronoun="them"
      loss="They cannot be shown again. You would have to rotate each token that has moved to get a new secret."
      onClose={onClose}
    >
      {moved.length > 1 && (
        <div>
          <Button
            icon={Download}
            data-autofocus
            look="primary"
            onClick={() => downloadText("handed-over-tokens.env", toEnvironmentFile(owner, moved))}
          >
            Download .env
          </Button>
        </div>
      )}
      {moved.length > 0 && (
        <ScrollArea label="New secrets" className="max-h-[45dvh] overflow-y-auto overscroll-contain">
          <ul className="grid grid-cols-1 gap-5">
            {moved.map((token) => (
              <li key={token.text}>
                <NewSecret token={token} />
              </li>
            ))}
          </ul>
        </ScrollArea>
      )}
      {stayed.length > 0 && (
        <Notice tone="warn" title={notHandedOver(stayed.length)}>
          {stayed.map(({ name, reason }) => `${name}: ${reason}`).join(" · ")}
        </Notice>
      )}
      {ended > 0 && (
        <Notice tone="warn" title={notHandedOver(ended)}>
          {ended === 1 ? "It has" : "They have"} ended, or been rotated, since you opened this page.
        </Notice>
      )}
    </OnceDialog>
  );
}

function titleOf(count: number): string {
  if (count === 0) return "No token has moved";
  return count === 1 ? "Copy the new secret now" : `Copy the ${count} new secrets now`;
}

function notHandedOver(count: number): string {
  return count === 1 ? "1 token was not handed over" : `${count} tokens were not handed over`;
}

function NewSecret({ token: { name, text } }: { token: MovedToken }) {
  const [revealed, setRevealed] = useState(false);
  return (
    <>
      <p className="mb-1.5 font-medium [overflow-wrap:anywhere]">
        <bdi>{name}</bdi>
      </p>
      <SecretText text={text} revealed={revealed} onReveal={setRevealed} onCopied={() => {}} />
    </>
  );
}

/** One variable for each token, named after it, below a comment with their owner. */
export function toEnvironmentFile(owner: string, tokens: readonly MovedToken[]): string {
  const taken = new Set<string>();
  const lines = tokens.map(({ name, text }) => `# ${inOneLine(name)}\n${variableOf(name, taken)}=${text}\n`);
  return `# Owner: ${inOneLine(owner)}\n\n${lines.join("\n")}`;
}

/** Names are free text, and several tokens can share one. */
function variableOf(name: string, taken: Set<string>): string {
  const letters = name.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase();
  const words = letters.replace(/[^A-Z0-9]+/g, "_").replace(/^_|_$/g, "");
  const base = words === "" ? ENVIRONMENT_VARIABLE : `${ENVIRONMENT_VARIABLE}_${words}`;
  let variable = base;
  for (let count = 2; taken.has(variable); count += 1) variable = `${base}_${count}`;
  taken.add(variable);
  return variable;
}

/** A line break in a name would start a line of its own. */
function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
}
