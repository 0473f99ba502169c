"use client";
/**
 * New recovery codes, shown this once: hidden until asked for, to copy or to save as a file. They stand over the page, so that nothing of
 * it leads away; leaving without them is asked about.
 */
import { Download, Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { useLeaveGuard } from "../tokens/use-leave-guard";
import { Button } from "../ui/controls/button";
import { Checkbox } from "../ui/controls/checkbox";
import { CopyButton } from "../ui/controls/copy-button";
import { ConfirmDialog, Dialog } from "../ui/dialog/dialog";

type RecoveryCodesProps = {
  codes: readonly string[];
  title: string;
  /** Forget the codes now. "page left": the browser takes the page away; nothing else is to happen. */
  onClose: (how: "closed" | "page left") => void;
};

const FILE = "recovery-codes.txt";

export function RecoveryCodes({ codes, title, onClose }: RecoveryCodesProps) {
  const [shown, setShown] = useState(false);
  const [copied, setCopied] = useState(false);
  const [saved, setSaved] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const isSafe = copied || saved;
  const close = () => onClose("closed");
  const stay = () => setLeaving(true);
  useLeaveGuard({ armed: !isSafe, onAttempt: stay, onPageLeft: () => onClose("page left") });
  const text = `${codes.join("\n")}\n`;
  return (
    <>
      <Dialog
        open
        title={title}
        description="Save these recovery codes. Each lets you in once when you do not have your phone. They are not shown again."
        onDismiss={isSafe ? close : stay}
        footer={
          <div className="flex w-full flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <Checkbox label="I saved them" checked={saved} onChange={(event) => setSaved(event.target.checked)} />
            <Button look="primary" disabled={!saved} onClick={close}>
              Done
            </Button>
          </div>
        }
      >
        <ul
          aria-label="Recovery codes"
          data-codes
          className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-4 gap-y-1 rounded-control border border-edge bg-sunken px-3 py-2 font-mono"
        >
          {codes.map((code) => (
            <li key={code}>{shown ? code : "•••••-•••••"}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <CopyButton
            data-autofocus
            text={text}
            label="Copy"
            onCopy={(outcome) => setCopied(copied || outcome === "copied")}
          />
          <Button size="small" onClick={() => download(text)}>
            <Download aria-hidden />
            Download
          </Button>
          <Button size="small" look="quiet" aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            {shown ? "Hide" : "Show"}
          </Button>
        </div>
      </Dialog>
      <ConfirmDialog
        open={leaving}
        title="Leave without the recovery codes?"
        confirmLabel="Leave without them"
        onCancel={() => setLeaving(false)}
        onConfirm={close}
      >
        <p>They cannot be shown again. You would have to create new ones.</p>
      </ConfirmDialog>
    </>
  );
}

/** Whether it arrived nobody can know: it does not count as copied. */
function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  Object.assign(document.createElement("a"), { href: address, download: FILE }).click();
  URL.revokeObjectURL(address);
}
