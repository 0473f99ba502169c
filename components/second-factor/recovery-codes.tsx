"use client";
/** New recovery codes, shown only once: hidden until revealed, to copy or to save as a file. */
import { Download, Eye, EyeOff } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { ActionRefusal } from "@/lib/session/action";
import type { PageMember } from "@/lib/session/visitor";
import { useMemberAction } from "../session/use-member-action";
import { Button } from "../ui/controls/button";
import { CopyButton } from "../ui/controls/copy-button";
import { downloadText } from "../ui/controls/download-text";
import { type HowClosed, OnceDialog } from "../ui/dialog/once-dialog";
import type { CodesShown } from "./actions";

type RecoveryCodesProps = {
  codes: readonly string[];
  title: string;
  onClose: (how: HowClosed) => void;
};

export function RecoveryCodes({ codes, title, onClose }: RecoveryCodesProps) {
  const [shown, setShown] = useState(false);
  const [copied, setCopied] = useState(false);
  const text = `${codes.join("\n")}\n`;
  return (
    <OnceDialog
      title={title}
      description="Save these recovery codes. Each lets you in once when you do not have your phone. They are not shown again."
      isCopied={copied}
      what="the recovery codes"
      pronoun="them"
      loss="They cannot be shown again. You would have to create new ones."
      onClose={onClose}
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
        <CopyButton data-autofocus text={text} onCopied={() => setCopied(true)} />
        <Button icon={Download} size="small" onClick={() => downloadText("recovery-codes.txt", text)}>
          Download
        </Button>
        <Button size="small" look="quiet" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          {shown ? "Hide" : "Show"}
        </Button>
      </div>
    </OnceDialog>
  );
}

/** `codes`: null until they arrive, and after `forget`. Render `dialog` anywhere but in a form. */
export function useCodesForm(
  page: PageMember,
  send: (code: string) => Promise<CodesShown | ActionRefusal>,
  noAnswer: string,
) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const { run, message, tell, busy, dialog } = useMemberAction(page, { noAnswer });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const code = String(new FormData(event.currentTarget).get("code") ?? "");
    run(
      () => send(code),
      (outcome) => ("said" in outcome ? tell(outcome.said) : setCodes(outcome.recoveryCodes)),
    );
  };
  return { codes, forget: () => setCodes(null), message, busy, submit, dialog };
}
