"use client";
/** A token's name and purpose. */
import { type FormEvent, useState } from "react";
import { lengthInWords } from "@/components/tokens/text-length";
import { Button } from "@/components/ui/controls/button";
import { TextAreaField, TextField } from "@/components/ui/controls/field";
import { ScriptForm } from "@/components/ui/controls/script-form";
import type { PageMember } from "@/lib/session/visitor";
import type { TokenLabels } from "@/lib/tokens/change/edit";
import { MAX_NAME_LENGTH, MAX_PURPOSE_LENGTH, nameProblems, purposeProblems } from "@/lib/tokens/policy";
import { renameAction } from "../actions";
import { EditOutcome, refusalOf, useEdit } from "./use-edit";

type RenameFormProps = {
  token: { id: string; name: string; purpose: string };
  requirePurpose: boolean;
  page: PageMember;
};

export function RenameForm({ token, requirePurpose, page }: RenameFormProps) {
  const { state, send, refuse, edit, busy, dialog } = useEdit(page);
  const [name, setName] = useState(token.name);
  const [purpose, setPurpose] = useState(token.purpose);
  const [shown, setShown] = useState<TokenLabels>({ name: token.name, purpose: token.purpose });

  /** What was left alone follows what is stored. What was typed stays until it is saved. */
  const adopt = (sent: TokenLabels, { kind, now }: { kind: string; now: TokenLabels }) => {
    const follow = (part: keyof TokenLabels) => (current: string) =>
      current === sent[part] && (kind !== "changed meanwhile" || current === shown[part]) ? now[part] : current;
    setName(follow("name"));
    setPurpose(follow("purpose"));
    setShown(now);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Before anything is sent: what was typed may hold a secret.
    const problems = [...nameProblems(name.trim()), ...purposeProblems(purpose.trim(), { requirePurpose })];
    if (problems.length > 0) return refuse(problems);
    send(async () => {
      const answer = await renameAction(page, { tokenId: token.id, name, purpose, shown });
      if ("now" in answer) adopt({ name, purpose }, answer);
      return answer;
    });
  };
  return (
    <>
      <ScriptForm onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label="Name"
          value={name}
          hint={lengthInWords(name, MAX_NAME_LENGTH)}
          autoComplete="off"
          error={refusalOf(state, "name")}
          onChange={(event) => {
            setName(event.target.value);
            edit();
          }}
        />
        <TextAreaField
          label="Purpose"
          value={purpose}
          required={requirePurpose}
          hint={lengthInWords(purpose, MAX_PURPOSE_LENGTH)}
          error={refusalOf(state, "purpose")}
          onChange={(event) => {
            setPurpose(event.target.value);
            edit();
          }}
        />
        <EditOutcome state={state} saved="Saved." />
        <div>
          <Button type="submit" look="primary" busy={busy}>
            Save name and purpose
          </Button>
        </div>
      </ScriptForm>
      {dialog}
    </>
  );
}
