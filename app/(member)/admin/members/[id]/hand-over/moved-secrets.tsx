"use client";
/**
 * The new secrets of tokens that were handed over, shown once, by owner: each can be revealed and copied, and all can be copied
 * or downloaded.
 */
import { Download } from "lucide-react";
import { useState } from "react";
import { SecretText } from "@/components/tokens/secret-text";
import { Button } from "@/components/ui/controls/button";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { downloadText } from "@/components/ui/controls/download-text";
import { type HowClosed, OnceDialog } from "@/components/ui/dialog/once-dialog";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import { ScrollArea } from "@/components/ui/scroll-area";
import type { Moved, MovedToken } from "./actions";
import { byOwner, toCsvFile, toEnvironmentFile } from "./secret-files";

/** `isOn`: parts of the `total` are still being handed over. */
export type Moving = Moved & { isOn: boolean; total: number };

type MovedSecretsProps = {
  moving: Moving;
  /** Why the rest has not moved, or may not have moved; null if there is no such reason. */
  obstacle: string | null;
  /** Discard the secrets now, and move no more. */
  onClose: (how: HowClosed) => void;
};

export function MovedSecrets({ moving, obstacle, onClose }: MovedSecretsProps) {
  const { moved, isOn } = moving;
  const content = moved.length > 0 ? "shown" : "none";
  return (
    <OnceDialog
      size="large"
      title={titleOf(moving)}
      description="The tokens have their new owners. The new secrets are shown only once."
      content={isOn ? "to come" : content}
      savedLabel="I saved them"
      leaving={{
        title: isOn ? "Stop, and leave without the secrets?" : "Leave without the secrets?",
        confirmLabel: isOn ? "Stop and leave" : "Leave without them",
        text: `They cannot be shown again. You would have to rotate each token that has moved to get a new secret.${
          isOn ? " The other tokens keep their owner. You can hand them over later." : ""
        }`,
      }}
      onClose={onClose}
    >
      <ErrorNotice text={obstacle} />
      {!isOn && obstacle === null && <EndedMeanwhile moving={moving} />}
      {isOn ? <Progress moving={moving} /> : <Secrets moving={moving} />}
    </OnceDialog>
  );
}

function titleOf({ moved, isOn, total }: Moving): string {
  if (isOn) return total === 1 ? "Handing over 1 token" : `Handing over ${total} tokens`;
  if (moved.length === 0) return "No token has moved";
  return moved.length === 1 ? "Copy the new secret now" : `Copy the ${moved.length} new secrets now`;
}

/** Tokens that were revoked, expired or rotated while the page was open. */
function EndedMeanwhile({ moving: { moved, stayed, total } }: { moving: Moving }) {
  const count = total - moved.length - stayed.length;
  if (count === 0) return null;
  return (
    <Notice tone="warn" title={count === 1 ? "1 token was not handed over" : `${count} tokens were not handed over`}>
      {count === 1 ? "It has" : "They have"} ended, or been rotated, since you opened this page.
    </Notice>
  );
}

function Progress({ moving: { moved, stayed, total } }: { moving: Moving }) {
  return (
    <p role="status">
      {moved.length + stayed.length} of {total} done. Stay on this page: the new secrets are shown here.
    </p>
  );
}

function Secrets({ moving: { moved, stayed } }: { moving: Moving }) {
  const owners = byOwner(moved);
  return (
    <>
      {moved.length > 1 && (
        <div className="flex flex-wrap gap-2">
          <CopyButton
            data-autofocus
            look="primary"
            size="normal"
            label="Copy all"
            text={owners.flatMap(({ tokens }) => tokens.map(({ name, text }) => `${name}\t${text}`)).join("\n")}
          />
          <Button onClick={() => downloadText("handed-over-tokens.env", toEnvironmentFile(owners))}>
            <Download aria-hidden />
            Download .env
          </Button>
          <Button onClick={() => downloadText("handed-over-tokens.csv", toCsvFile(owners))}>
            <Download aria-hidden />
            Download CSV
          </Button>
        </div>
      )}
      {moved.length > 0 && (
        <ScrollArea label="New secrets" className="overflow-y-auto overscroll-contain max-h-[45dvh]">
          <div className="grid grid-cols-1 gap-6">
            {owners.map(({ owner, tokens }) => (
              <section key={owner} aria-label={`Secrets for ${owner}`}>
                <h3 className="mb-2 text-quiet text-sm [overflow-wrap:anywhere]">
                  {tokens.length === 1 ? "1 token" : `${tokens.length} tokens`} of{" "}
                  <bdi className="font-medium text-ink">{owner}</bdi>
                </h3>
                <ul className="grid grid-cols-1 gap-5">
                  {tokens.map((token) => (
                    <li key={token.text}>
                      <NewSecret token={token} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </ScrollArea>
      )}
      {stayed.length > 0 && (
        <Notice
          tone="warn"
          title={stayed.length === 1 ? "1 token was not handed over" : `${stayed.length} tokens were not handed over`}
        >
          {stayed.map(({ name, reason }) => `${name}: ${reason}`).join(" · ")}
        </Notice>
      )}
    </>
  );
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
