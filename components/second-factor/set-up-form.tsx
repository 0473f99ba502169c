"use client";
/** The new secret, as a QR code and as text, and a field for the first code; then the recovery codes, shown only once. */
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import type { PageMember } from "@/lib/session/visitor";
import { CodeField } from "../session/code-field";
import { LinkButton, SubmitButton } from "../ui/controls/button";
import { CopyButton } from "../ui/controls/copy-button";
import { ScriptForm } from "../ui/controls/script-form";
import { ErrorNotice, Notice } from "../ui/notice";
import { setUp } from "./actions";
import { RecoveryCodes, useCodesForm } from "./recovery-codes";

type SetUpFormProps = {
  page: PageMember;
  /** `sealed`: the secret, encrypted for the server. `toType`: the secret as text to type. */
  sealed: string;
  toType: string;
  picture: ReactNode;
  /** The second factor is already on, perhaps set up in another tab. */
  isOn: boolean;
  after: string;
};

const NO_ANSWER = "No response came. Check your connection, and load this page again before you try once more.";

export function SetUpForm({ page, isOn, after, ...given }: SetUpFormProps) {
  // Each rendering of the page has another secret. Keep the first one, because it may have been scanned.
  const [{ sealed, toType, picture }] = useState(given);
  const router = useRouter();
  const send = (code: string) => setUp(page, { sealed, code });
  const { codes, forget, message, busy, submit, dialog } = useCodesForm(page, send, NO_ANSWER);
  const close = (how: "closed" | "page left") => {
    if (how === "page left") return forget();
    router.replace(after);
    router.refresh();
  };
  if (codes !== null) return <RecoveryCodes codes={codes} title="Your second factor is on" onClose={close} />;
  if (isOn) {
    return (
      <Notice tone="good" title="You have a second factor">
        <p className="mb-2">Turn it off first, to set up another one.</p>
        <LinkButton href="/second-factor" size="small">
          Second factor
        </LinkButton>
      </Notice>
    );
  }
  return (
    <ScriptForm dialog={dialog} onSubmit={submit} className="grid grid-cols-1 gap-5">
      <Step number={1} title="Scan this with an authenticator app">
        {picture}
        <details className="text-sm">
          <summary className="cursor-pointer py-1 text-quiet">Cannot scan it? Type the secret instead</summary>
          <p className="my-2 break-words rounded-control border border-edge bg-sunken px-3 py-2 font-mono" data-secret>
            {toType}
          </p>
          <CopyButton text={toType.replaceAll(" ", "")} label="Copy secret" />
        </details>
      </Step>
      <Step number={2} title="Type the code that it shows">
        <CodeField hint="Six digits, new every 30 seconds." />
      </Step>
      <ErrorNotice text={message} />
      <SubmitButton busy={busy} className="w-full">
        Turn on
      </SubmitButton>
    </ScriptForm>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 justify-items-start gap-3 *:max-w-full">
      <h2 className="font-medium">
        <span className="text-quiet">{number}.</span> {title}
      </h2>
      {children}
    </section>
  );
}
