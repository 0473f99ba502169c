"use client";
/** The field for a request id. A token pasted by mistake is not sent. */
import Form from "next/form";
import { type FormEvent, useState } from "react";
import { SubmitButton } from "@/components/ui/controls/button";
import { PLAIN } from "@/components/ui/controls/control-class";
import { TextField } from "@/components/ui/controls/field";
import { useEarlyInput } from "@/components/ui/controls/use-early-input";
import { useHydrated } from "@/components/ui/controls/use-in-browser";
import { NO_TOKEN } from "@/lib/tokens/pasted";
import { IS_TOKEN, readRequestId } from "./read-request-id";

export function ExplainForm({ requestId, startsWithToken }: { requestId: string; startsWithToken: boolean }) {
  const form = useEarlyInput();
  const hydrated = useHydrated();
  const [error, setError] = useState<string | null>(startsWithToken ? IS_TOKEN : null);
  const [text, setText] = useState(requestId);
  const [explained, setExplained] = useState(requestId);
  // Another request is being explained: the field shows its id, and keeps the focus.
  if (explained !== requestId) {
    setExplained(requestId);
    setText(requestId);
  }
  const guard = (event: FormEvent) => {
    const { kind } = readRequestId(text);
    if (kind === "request id") return setError(null);
    event.preventDefault();
    setError(kind === "token" ? IS_TOKEN : "Paste the x-request-id of a response.");
  };
  return (
    <Form
      ref={form}
      action="/explain"
      onSubmit={guard}
      className="flex flex-wrap items-end gap-3"
      // From then on the form shows its own messages.
      noValidate={hydrated}
    >
      <TextField
        label="Request ID"
        name="request"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="min-w-0 grow basis-80"
        {...PLAIN}
        placeholder="01a1fdbf-d201-71d0-a84c-b38263f1785f"
        {...NO_TOKEN}
        error={error}
      />
      <SubmitButton>Explain</SubmitButton>
    </Form>
  );
}
