"use client";
/** "Test it": the first real call with the token, from this browser, and what it answered. */
import { Play } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/button";
import { CodeBlock } from "../ui/code-block";
import { Notice } from "../ui/notice";
import { callMe, type TestAnswer } from "./test-call";

export function FirstCall({ token }: { token: string }) {
  const [answer, setAnswer] = useState<TestAnswer | "waiting" | null>(null);

  const call = async () => {
    setAnswer("waiting");
    setAnswer(await callMe(token));
  };
  return (
    <div className="grid gap-3 border-line border-t pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-quiet text-sm">
          Calls <code className="font-mono">GET /api/v1/me</code> with this token, as your integration will.
        </p>
        <Button busy={answer === "waiting"} onClick={call}>
          <Play aria-hidden />
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
      <Notice tone="bad" title="No answer">
        The service could not be reached from this browser. The token is made all the same: keep it, and try again.
      </Notice>
    );
  }
  const { ok, status, milliseconds, requestId, body } = answer;
  return (
    <>
      <Notice tone={ok ? "good" : "bad"} title={ok ? `${status}: it works` : `${status}: refused`}>
        Answered in {milliseconds} ms.
        {requestId && (
          <span className="block break-all text-quiet">
            Request id <code className="font-mono">{requestId}</code>
          </span>
        )}
      </Notice>
      <CodeBlock label="The answer" className="max-h-52 overflow-y-auto">
        {body}
      </CodeBlock>
    </>
  );
}
