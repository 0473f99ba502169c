"use client";
import { type ReactNode, useId } from "react";
import { PageField } from "@/components/session/page-field";
import { useMemberForm } from "@/components/session/use-form";
import { Card } from "@/components/ui/card";
import { LinkButton, SubmitButton } from "@/components/ui/controls/button";
import { Checkbox } from "@/components/ui/controls/checkbox";
import { PLAIN } from "@/components/ui/controls/control-class";
import { FieldError, TextField } from "@/components/ui/controls/field";
import { ScriptForm } from "@/components/ui/controls/script-form";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import type { MemberProblem, MemberRequest } from "@/lib/members/manage";
import type { MemberKind } from "@/lib/model";
import type { PageMember } from "@/lib/session/visitor";
import { saveMemberByForm } from "./actions";
import { ADMINISTRATION } from "./administration";
import { LinkOnce } from "./link-once";

type MemberFormProps = {
  page: PageMember;
  kind: MemberKind;
  member: (MemberRequest & { id: string }) | null;
  roles: { key: string; name: string; does: string }[];
  persons: { email: string; name: string }[];
};

export function MemberForm({ page, kind, member, roles, persons }: MemberFormProps) {
  const { state, message, form, busy, dialog } = useMemberForm(page, saveMemberByForm, ADMINISTRATION);
  const problems = "problems" in state ? state.problems : [];
  const problem = (part: MemberProblem["part"]) => problems.find((each) => each.part === part)?.message ?? null;
  if ("link" in state && !busy) {
    return (
      <div className="grid grid-cols-1 gap-6">
        <LinkOnce title="The invitation is ready" link={state.link} />
        <div className="flex flex-wrap gap-3">
          <LinkButton href="/admin/members">Go to the members</LinkButton>
        </div>
      </div>
    );
  }
  return (
    <ScriptForm dialog={dialog} onSubmit={form.onSubmit} noValidate className="grid grid-cols-1 gap-6">
      <PageField page={page} fields={{ member: member?.id ?? "", kind }} />
      <Card>
        <div className="grid grid-cols-1 gap-4">
          <TextField label="Name" name="name" defaultValue={member?.name} maxLength={200} error={problem("name")} />
          {member === null && kind === "person" && (
            <TextField
              label="E-mail address"
              name="email"
              type="email"
              {...PLAIN}
              maxLength={254}
              error={problem("email")}
            />
          )}
          <ChoiceList
            legend="Roles"
            name="role"
            options={roles.map(({ key, name, does }) => ({ value: key, label: name, hint: does }))}
            chosen={member?.roleKeys ?? []}
            empty="The configuration file has no roles yet."
            error={problem("roles")}
          />
          {kind === "person" ? (
            <Checkbox
              name="admin"
              label="Administrator"
              hint="Can see and revoke all tokens, and manage members and service accounts."
              defaultChecked={member?.admin ?? false}
            />
          ) : (
            <KeepersField
              keepers={member?.keepers ?? []}
              sent={"problems" in state ? state.keepers : null}
              persons={persons}
              error={problem("keepers")}
            />
          )}
        </div>
      </Card>
      <ErrorNotice text={message} />
      {"said" in state && message === null && !busy && (
        <Notice tone="good" role="status">
          {state.said}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={busy}>
          {member !== null ? "Save" : kind === "person" ? "Create invitation" : "Create service account"}
        </SubmitButton>
        {member === null && <LinkButton href="/admin/members">Cancel</LinkButton>}
      </div>
    </ScriptForm>
  );
}

type KeepersFieldProps = {
  keepers: readonly string[];
  /** The addresses as sent, if they were refused; otherwise null. */
  sent: readonly string[] | null;
  persons: readonly { email: string; name: string }[];
  error: string | null;
};

function KeepersField({ keepers, sent, persons, error }: KeepersFieldProps) {
  const id = useId();
  const names = new Map(persons.map(({ email, name }) => [email, name]));
  const chosen = sent ?? keepers;
  const isListed = (email: string) => names.has(email) || keepers.includes(email);
  const listed = [...new Set([...keepers, ...chosen.filter(isListed)])];
  const typed = chosen.filter((email) => !isListed(email)).join(", ");
  return (
    <ChoiceList
      key={listed.join()}
      legend="Managers"
      hint="They can create, rotate and revoke the tokens of this account, as administrators can."
      name="keeper"
      options={listed.map((email) => ({ value: email, label: names.get(email) ?? email, hint: email }))}
      chosen={chosen}
      error={null}
    >
      <TextField
        label={listed.length === 0 ? "Add managers" : "Add more managers"}
        name="added-keepers"
        type="email"
        multiple
        list={id}
        {...PLAIN}
        hint="E-mail addresses of active members, with commas between them."
        defaultValue={typed}
        error={error}
        className="mt-3"
      />
      <datalist id={id}>
        {persons
          .filter(({ email }) => !listed.includes(email))
          .map(({ email, name }) => (
            <option key={email} value={email} label={name} />
          ))}
      </datalist>
    </ChoiceList>
  );
}

type ChoiceListProps = {
  legend: string;
  hint?: string;
  name: string;
  options: { value: string; label: string; hint?: string }[];
  chosen: readonly string[];
  empty?: string;
  error: string | null;
  children?: ReactNode;
};

function ChoiceList({ legend, hint, name, options, chosen, empty, error, children }: ChoiceListProps) {
  const id = useId();
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 font-medium text-sm">{legend}</legend>
      {hint && <p className="mb-1.5 text-quiet text-sm">{hint}</p>}
      {options.length === 0 ? (
        empty && <p className="text-quiet text-sm">{empty}</p>
      ) : (
        <div className="grid max-h-64 grid-cols-1 gap-1.5 overflow-y-auto rounded-control border border-line px-3 py-2 [overflow-wrap:anywhere]">
          {options.map(({ value, label, hint: more }) => (
            <Checkbox
              key={value}
              name={name}
              value={value}
              label={<bdi>{label}</bdi>}
              hint={more}
              defaultChecked={chosen.includes(value)}
            />
          ))}
        </div>
      )}
      {children}
      <FieldError id={`${id}-error`} text={error} className="mt-1.5" />
    </fieldset>
  );
}
