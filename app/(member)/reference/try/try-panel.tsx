"use client";
/** "Try it": edits a request and sends it as the member. The server makes every write a dry run, whatever is sent. */
import { Play } from "lucide-react";
import { createContext, type FormEvent, type ReactNode, useContext, useState } from "react";
import { useMemberAction } from "@/components/session/use-member-action";
import { SubmitButton } from "@/components/ui/controls/button";
import { PLAIN } from "@/components/ui/controls/control-class";
import { SelectField, type SelectOption, TextAreaField, TextField } from "@/components/ui/controls/field";
import { ScriptForm } from "@/components/ui/controls/script-form";
import { useHydrated } from "@/components/ui/controls/use-in-browser";
import { useUnfolded } from "@/components/ui/controls/use-unfolded";
import { ErrorNotice } from "@/components/ui/notice";
import { NO_CONNECTION } from "@/lib/session/sign-in-messages";
import type { PageMember } from "@/lib/session/visitor";
import { tryAction } from "../actions";
import { type TriedOutcome, TriedResponse } from "./tried-response";

type TryPanelProps = {
  endpoint: { name: string; path: string; title: string; safe: boolean; takesBody: boolean };
  entityKey: string;
  parameters: string[];
  headers: string[];
  /** The id in the path. */
  id: string;
  version: string;
  query: Readonly<Record<string, string | number | boolean>>;
  body: string;
};

/** The fields appear once a script can send them. */
export function TryPanel(props: TryPanelProps) {
  const hydrated = useHydrated();
  const { isOpen, details } = useUnfolded();
  return (
    <details {...details} className="rounded-card border border-line bg-surface print:hidden">
      <summary className="flex min-h-10 items-center gap-2 rounded-card px-3.5 py-2 font-medium text-accent text-sm">
        <Play aria-hidden className="size-3.5" />
        Try it
        <span className="sr-only">: {props.endpoint.title}</span>
      </summary>
      {hydrated && isOpen && <TryForm {...props} />}
    </details>
  );
}

/** Parameters that the server sets, or that make a request wait. */
const NOT_ASKED = ["dryRun", "wait"];

function TryForm({ endpoint, entityKey, parameters, headers, query, id, version, body }: TryPanelProps) {
  const { page, choices, tokenId } = useTrying();
  const [outcome, setOutcome] = useState<TriedOutcome | null>(null);
  const { run, message, busy, dialog } = useMemberAction(page, { noAnswer: NO_CONNECTION });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const field = (name: string) => String(form.get(name) ?? "");
    const sent = {
      tokenId: field("as") || null,
      endpoint: endpoint.name,
      entityKey,
      recordId: field("id"),
      query: Object.fromEntries(parameters.map((name) => [name, field(`query.${name}`)])),
      ifMatch: field("If-Match"),
      ifNoneMatch: field("If-None-Match"),
      body: field("body"),
    };
    run(() => tryAction(page, sent), setOutcome);
  };
  const idName = /:(recordId|webhookId)/.exec(endpoint.path)?.[1];
  return (
    <div className="grid grid-cols-1 gap-4 border-line border-t p-3.5">
      <ScriptForm dialog={dialog} onSubmit={submit} className="grid grid-cols-1 gap-3">
        <SelectField label="With the permissions of" name="as" defaultValue={tokenId ?? ""} options={choices} />
        {idName && <TextField label={idName} name="id" defaultValue={id} {...PLAIN} />}
        {parameters
          .filter((name) => !NOT_ASKED.includes(name))
          .map((name) => (
            <TextField
              key={name}
              label={name}
              name={`query.${name}`}
              defaultValue={query[name]?.toString()}
              required={false}
              {...PLAIN}
            />
          ))}
        {headers.includes("If-Match") && (
          <TextField label="If-Match" name="If-Match" defaultValue={version} required={false} {...PLAIN} />
        )}
        {headers.includes("If-None-Match") && (
          <TextField label="If-None-Match" name="If-None-Match" required={false} {...PLAIN} />
        )}
        {endpoint.takesBody && (
          <TextAreaField
            label="Body"
            name="body"
            defaultValue={body}
            rows={Math.min(14, body.split("\n").length + 1)}
            className="font-mono [&_textarea]:text-[0.8125rem]"
            {...PLAIN}
          />
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <SubmitButton size="small" busy={busy}>
            {endpoint.safe ? "Send" : "Send as a dry run"}
          </SubmitButton>
          <p className="min-w-0 flex-1 basis-48 text-quiet text-xs">
            {endpoint.safe
              ? "Reads only, with the permissions chosen above."
              : "Everything is checked, and nothing is written."}{" "}
            It counts against no token.
          </p>
        </div>
      </ScriptForm>
      <ErrorNotice text={message} />
      <TriedResponse outcome={outcome} />
    </div>
  );
}

/** Shared by all panels of a page: its member, and the permissions that requests can be sent with. */
type Trying = {
  page: PageMember;
  /** Tokens by their ids; the first option, with an empty id, is the member. */
  choices: readonly SelectOption[];
  /** The token whose permissions the page shows. */
  tokenId: string | null;
};

const TryContext = createContext<Trying | null>(null);

export function TryProvider({ children, ...trying }: Trying & { children: ReactNode }) {
  return <TryContext value={trying}>{children}</TryContext>;
}

function useTrying(): Trying {
  const trying = useContext(TryContext);
  if (trying === null) throw new Error("Nothing can be tried outside of a TryProvider.");
  return trying;
}
