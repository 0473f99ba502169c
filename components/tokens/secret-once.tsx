"use client";
/** Shows a new secret, only once. It is in React's state alone; the user must discard it on `onClose`. */
import { Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { indentJson } from "@/lib/json/indented-json";
import type { PageMember } from "@/lib/session/visitor";
import { Button } from "../ui/controls/button";
import { type HowClosed, OnceDialog } from "../ui/dialog/once-dialog";
import { Notice } from "../ui/notice";
import { CodeBlock } from "../ui/text/code-block";
import { withNames } from "../ui/text/with-names";
import { AwaitedRequest } from "./awaited-request";
import { ReadyLines } from "./ready-lines";
import type { FirstEntity } from "./secret-lines";
import { SecretText } from "./secret-text";

/** What an action that creates a secret returns; `text` is the secret itself. */
export type NewSecret = { id: string; name: string; hint: string; text: string; expires: Date | null };

/** `onCopied`: something that contains the token was copied. */
export type ShownSecret = { token: string; revealed: boolean; onCopied: () => void };

export type SecretOnceProps = {
  page: PageMember;
  secret: NewSecret;
  /** The public origin, for the requests to copy: no trailing slash. */
  origin: string;
  /** An entity that the token can list, for a first request; null if there is none. */
  firstEntity: FirstEntity | null;
  /** The lines to copy to where the token is used, if not requests to the API. */
  renderLines?: ((secret: ShownSecret) => ReactNode) | undefined;
  /** Further information about this secret, such as how long the old one works. */
  children?: ReactNode;
  /** The label of the last button, such as "Done, show my tokens". */
  doneLabel: string;
  /** Discard the secret now. "closed": go to the next page. */
  onClose: (how: HowClosed) => void;
};

export function SecretOnce(props: SecretOnceProps) {
  const { page, secret, origin, firstEntity, renderLines, children, doneLabel, onClose } = props;
  const [revealed, setRevealed] = useState(false);
  const [copied, setCopied] = useState(false);
  const onCopied = () => setCopied(true);
  const shown = { token: secret.text, revealed, onCopied };
  return (
    <OnceDialog
      size="large"
      title="Copy your token now"
      description={withNames`“${secret.name}” is ready. Copy it now. We store only a hash, so you cannot see it again.`}
      isCopied={copied}
      what="the token"
      pronoun="it"
      doneLabel={doneLabel}
      loss="The secret has not been copied and cannot be shown again. You would have to rotate the token to get a new secret."
      onClose={onClose}
    >
      <SecretText text={secret.text} revealed={revealed} onReveal={setRevealed} onCopied={onCopied} />
      {children}
      <FirstRequest token={secret.text} />
      <AwaitedRequest page={page} tokenId={secret.id} />
      <div className="border-line border-t pt-4">
        {renderLines === undefined ? (
          <ReadyLines {...shown} origin={origin} firstEntity={firstEntity} />
        ) : (
          renderLines(shown)
        )}
      </div>
    </OnceDialog>
  );
}

/** "Test it": sends the first real request with the token from this browser, and shows the response. */
function FirstRequest({ token }: { token: string }) {
  const [answer, setAnswer] = useState<Answered | "no answer" | "waiting" | null>(null);

  const call = async () => {
    setAnswer("waiting");
    setAnswer(await callMe(token));
  };
  return (
    <div className="grid gap-3 border-line border-t pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-quiet text-sm">
          Sends <code className="font-mono">GET /api/v1/me</code> with this token, as your integration will.
        </p>
        <Button icon={Play} busy={answer === "waiting"} onClick={call}>
          Test it
        </Button>
      </div>
      <div role="status" className="grid gap-3 empty:hidden">
        {answer !== null && answer !== "waiting" && <Answer answer={answer} />}
      </div>
    </div>
  );
}

function Answer({ answer }: { answer: Answered | "no answer" }) {
  if (answer === "no answer") {
    return (
      <Notice tone="bad" title="No response">
        The service could not be reached from this browser. The token was created all the same: keep it, and try again.
      </Notice>
    );
  }
  const { ok, status, milliseconds, requestId, body } = answer;
  return (
    <>
      <Notice tone={ok ? "good" : "bad"} title={ok ? `${status}: it works` : `${status}: refused`}>
        Response in {milliseconds} ms
        {requestId && (
          <span className="block break-all text-quiet">
            Request id <code className="font-mono">{requestId}</code>
          </span>
        )}
      </Notice>
      <CodeBlock label="The response" className="max-h-52 overflow-y-auto">
        {body}
      </CodeBlock>
    </>
  );
}

type Answered = { status: number; ok: boolean; body: string; milliseconds: number; requestId: string | null };

async function callMe(token: string): Promise<Answered | "no answer"> {
  const started = performance.now();
  try {
    const response = await fetch("/api/v1/me", {
      headers: { authorization: `Bearer ${token}` },
      cache: "no-store",
      credentials: "omit",
      referrerPolicy: "no-referrer",
    });
    const text = await response.text();
    return {
      status: response.status,
      ok: response.ok,
      // A proxy in between may respond with something other than JSON.
      body: /^\s*[[{]/.test(text) ? indentJson(text) : text,
      milliseconds: Math.round(performance.now() - started),
      requestId: response.headers.get("x-request-id"),
    };
  } catch {
    return "no answer";
  }
}
