"use client";
/** The new secrets of tokens that were handed over, this once: each can be shown and copied, and all together. */
import { useState } from "react";
import { SecretText } from "@/components/tokens/secret-text";
import { useLeaveGuard } from "@/components/tokens/use-leave-guard";
import { Button } from "@/components/ui/controls/button";
import { Checkbox } from "@/components/ui/controls/checkbox";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { ConfirmDialog, Dialog } from "@/components/ui/dialog/dialog";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import type { Moved, MovedToken } from "./actions";

type MovedSecretsProps = Moved & {
  /** Why the rest has not moved, or may not have; null where there is none. */
  obstacle: string | null;
  to: string;
  /** Forget the secrets now. "page left": the browser takes the page away. */
  onClose: (how: "closed" | "page left") => void;
};

export function MovedSecrets({ moved, stayed, obstacle, to, onClose }: MovedSecretsProps) {
  const [saved, setSaved] = useState(moved.length === 0);
  const [leaving, setLeaving] = useState(false);
  const close = () => onClose("closed");
  const stay = () => setLeaving(true);
  useLeaveGuard({ armed: !saved, onAttempt: stay, onPageLeft: () => onClose("page left") });
  return (
    <>
      <Dialog
        open
        size="large"
        title={moved.length === 1 ? "Copy the new secret now" : `Copy the ${moved.length} new secrets now`}
        description={`These tokens belong to ${to} from now on. This is the only time their secrets are shown.`}
        onDismiss={saved ? close : stay}
        footer={
          <div className="flex w-full flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <Checkbox
              label="I saved them"
              checked={saved}
              onChange={(event) => setSaved(event.target.checked)}
              disabled={moved.length === 0}
            />
            <Button look="primary" disabled={!saved} onClick={close}>
              Done
            </Button>
          </div>
        }
      >
        <ErrorNotice text={obstacle} />
        {moved.length > 1 && (
          <CopyButton
            data-autofocus
            look="primary"
            size="normal"
            label="Copy all, one a line"
            text={moved.map(({ name, text }) => `${name}\t${text}`).join("\n")}
          />
        )}
        <ul
          aria-label="New secrets"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
          tabIndex={0}
          className="grid max-h-[45dvh] grid-cols-1 gap-5 overflow-y-auto overscroll-contain"
        >
          {moved.map((token) => (
            <li key={token.text}>
              <NewSecret token={token} />
            </li>
          ))}
        </ul>
        {stayed.length > 0 && (
          <Notice tone="warn" title={stayed.length === 1 ? "1 token stayed" : `${stayed.length} tokens stayed`}>
            {stayed.map(({ name, reason }) => `${name}: ${reason}`).join(" · ")}
          </Notice>
        )}
      </Dialog>
      <ConfirmDialog
        open={leaving}
        title="Leave without the secrets?"
        confirmLabel="Leave without them"
        onCancel={() => setLeaving(false)}
        onConfirm={close}
      >
        <p>Nobody can show them again. You would have to rotate each token to get a new secret.</p>
      </ConfirmDialog>
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
