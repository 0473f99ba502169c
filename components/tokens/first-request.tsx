"use client";
/** "Test it": sends the first real request with the token from this browser, and shows the response. */
import { Play } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/controls/button";
import { Notice } from "../ui/notice";
import { CodeBlock } from "../ui/text/code-block";

export function FirstRequest({ token }: { token: string }) {
  const [answer, setAnswer] = useState<TestAnswer | "waiting" | null>(null);

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

function Answer({ answer }: { answer: TestAnswer }) {
  if (answer.kind === "no answer") {
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

type TestAnswer =
  | { kind: "answered"; status: number; ok: boolean; body: string; milliseconds: number; requestId: string | null }
  | { kind: "no answer" };

async function callMe(token: string): Promise<TestAnswer> {
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
      kind: "answered",
      status: response.status,
      ok: response.ok,
      body: indent(text),
      milliseconds: Math.round(performance.now() - started),
      requestId: response.headers.get("x-request-id"),
    };
  } catch {
    return { kind: "no answer" };
  }
}

/** A proxy in between may respond with something other than JSON. */
function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
