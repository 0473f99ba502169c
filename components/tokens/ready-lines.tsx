"use client";
/** Lines to copy to where the token is used, by language. They show the token only while it is revealed. */
import { Download } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { type ExampleRequest, LANGUAGES, type Language, writeSnippet } from "@/lib/public-api/reference/snippets";
import { LANGUAGE_NAMES } from "../code/language";
import { Button } from "../ui/controls/button";
import { CopyButton } from "../ui/controls/copy-button";
import { downloadText } from "../ui/controls/download-text";
import { RadioTab } from "../ui/controls/radio-tab";
import { CodeBlock } from "../ui/text/code-block";
import {
  curlOf,
  ENVIRONMENT_VARIABLE,
  environmentLine,
  type FirstEntity,
  firstRequests,
  shortMask,
} from "./secret-lines";

type ReadyLinesProps = {
  token: string;
  revealed: boolean;
  origin: string;
  firstEntity: FirstEntity | null;
  onCopied: () => void;
};

type Form = Language | "env";
const FORMS: readonly Form[] = [...LANGUAGES, "env"];
const LABELS: Record<Form, string> = { ...LANGUAGE_NAMES, env: ".env" };

export function ReadyLines({ token, revealed, origin, firstEntity, onCopied }: ReadyLinesProps) {
  const [form, setForm] = useState<Form>("curl");
  const shown = revealed ? token : shortMask(token);
  const requests = firstRequests(firstEntity);
  const download = () => downloadText("public-records.env", `${environmentLine(token)}\n`);
  return (
    <div className="grid min-w-0 gap-4">
      <FormChoice form={form} onChoose={setForm} />
      {form === "env" && (
        <CopyLines
          title="For your .env file"
          copyLabel="Copy .env line"
          text={environmentLine(token)}
          shown={environmentLine(shown)}
          onCopied={onCopied}
        >
          {/* A download does not count as copied. */}
          <Button icon={Download} size="small" look="quiet" aria-label="Download .env" onClick={download}>
            Download
          </Button>
        </CopyLines>
      )}
      {form === "curl" &&
        requests.map(({ title, name, path }) => (
          <CopyLines
            key={path}
            title={title}
            copyLabel={`Copy curl for ${name}`}
            text={curlOf(origin, path, token)}
            shown={curlOf(origin, path, shown)}
            onCopied={onCopied}
          />
        ))}
      {(form === "javascript" || form === "python") && (
        <>
          <p className="text-quiet text-sm">
            Reads the token from <code className="font-mono">{ENVIRONMENT_VARIABLE}</code>, so that it is in no source
            code. The line for it is under .env.
          </p>
          {requests.map(({ title, name, path }) => {
            const target = { baseUrl: `${origin}/api/v1`, variable: ENVIRONMENT_VARIABLE };
            const text = writeSnippet(form, { ...GET, path }, target);
            const copyLabel = `Copy ${LABELS[form]} for ${name}`;
            return <CopyLines key={path} {...{ title, copyLabel, text }} shown={text} />;
          })}
        </>
      )}
    </div>
  );
}

const GET: Omit<ExampleRequest, "path"> = { method: "GET", query: {}, headers: {}, body: null };

function FormChoice({ form, onChoose }: { form: Form; onChoose: (form: Form) => void }) {
  const name = useId();
  return (
    <fieldset className="inline-flex max-w-full flex-wrap gap-1 justify-self-start rounded-control bg-sunken p-1">
      <legend className="sr-only">Use it with</legend>
      {FORMS.map((each) => (
        <RadioTab key={each} name={name} value={each} checked={form === each} onChange={() => onChoose(each)}>
          {LABELS[each]}
        </RadioTab>
      ))}
    </fieldset>
  );
}

type CopyLinesProps = {
  title: string;
  copyLabel: string;
  text: string;
  shown: string;
  /** Absent if the lines do not contain the token: copying them does not save it. */
  onCopied?: () => void;
  children?: ReactNode;
};

function CopyLines({ title, copyLabel, text, shown, onCopied, children }: CopyLinesProps) {
  return (
    <div className="grid min-w-0 gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <h3 className="min-w-0 font-medium text-sm [overflow-wrap:anywhere]">{title}</h3>
        <span className="flex flex-wrap items-center gap-2">
          {children}
          <CopyButton aria-label={copyLabel} text={text} onCopied={onCopied} />
        </span>
      </div>
      <CodeBlock label={title}>{shown}</CodeBlock>
    </div>
  );
}
