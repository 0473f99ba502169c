"use client";
/** The new secrets of tokens that were handed over, this once: each can be shown and copied, and all together. */
import { useState } from "react";
import { SecretText } from "@/components/tokens/secret-text";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { type HowClosed, OnceDialog } from "@/components/ui/dialog/once-dialog";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import { ScrollArea } from "@/components/ui/scroll-area";
import type { Moved, MovedToken } from "./actions";

/** `isOn`: parts of the `total` are still under way. `to`: the new owner's name. */
export type Moving = Moved & { isOn: boolean; total: number; to: string };

type MovedSecretsProps = {
  moving: Moving;
  /** Why the rest has not moved, or may not have; null where there is none. */
  obstacle: string | null;
  /** Forget the secrets now, and move no more. */
  onClose: (how: HowClosed) => void;
};

export function MovedSecrets({ moving, obstacle, onClose }: MovedSecretsProps) {
  const { moved, isOn, to } = moving;
  const content = moved.length > 0 ? "shown" : "none";
  return (
    <OnceDialog
      size="large"
      title={titleOf(moving)}
      description={`What has moved belongs to ${to} from now on. This is the only time the new secrets are shown.`}
      content={isOn ? "to come" : content}
      savedLabel="I saved them"
      leaving={{
        title: isOn ? "Stop, and leave without the secrets?" : "Leave without the secrets?",
        confirmLabel: isOn ? "Stop and leave" : "Leave without them",
        text: `Nobody can show them again. You would have to rotate each token that has moved to get a new secret.${
          isOn ? " The others stay where they are, and can be handed over later." : ""
        }`,
      }}
      onClose={onClose}
    >
      <ErrorNotice text={obstacle} />
      {isOn ? <Progress moving={moving} /> : <Secrets moving={moving} />}
    </OnceDialog>
  );
}

function titleOf({ moved, isOn, total }: Moving): string {
  if (isOn) return total === 1 ? "Handing over 1 token" : `Handing over ${total} tokens`;
  if (moved.length === 0) return "No token has moved";
  return moved.length === 1 ? "Copy the new secret now" : `Copy the ${moved.length} new secrets now`;
}

function Progress({ moving: { moved, stayed, total } }: { moving: Moving }) {
  return (
    <p role="status">
      {moved.length + stayed.length} of {total} done. Stay on this page: the new secrets are shown here.
    </p>
  );
}

function Secrets({ moving: { moved, stayed } }: { moving: Moving }) {
  return (
    <>
      {moved.length > 1 && (
        <CopyButton
          data-autofocus
          look="primary"
          size="normal"
          label="Copy all, one a line"
          text={moved.map(({ name, text }) => `${name}\t${text}`).join("\n")}
        />
      )}
      {moved.length > 0 && (
        <ScrollArea label="New secrets" className="overflow-y-auto overscroll-contain max-h-[45dvh]">
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
        <Notice tone="warn" title={stayed.length === 1 ? "1 token stayed" : `${stayed.length} tokens stayed`}>
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
