"use client";
/** Name, roles, and whether somebody administers or who keeps an account: of a member that is added, or changed. */
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Card } from "@/components/ui/card";
import { Button, LinkButton } from "@/components/ui/controls/button";
import { Checkbox } from "@/components/ui/controls/checkbox";
import { TextField } from "@/components/ui/controls/field";
import { ScriptForm } from "@/components/ui/controls/script-form";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import type { MemberProblem, MemberRequest } from "@/lib/members/manage";
import type { MemberKind } from "@/lib/model";
import type { PageMember } from "@/lib/session/visitor";
import type { Said } from "./actions";
import { ChoiceList } from "./choice-list";
import { LinkOnce } from "./link-once";
import { addMember, changeMember, type ShownLink } from "./member-actions";
import { useAdministration } from "./use-administration";

type MemberFormProps = {
  page: PageMember;
  kind: MemberKind;
  /** null: somebody new. */
  member: (MemberRequest & { id: string }) | null;
  roles: { key: string; name: string }[];
  /** Who can keep a service account. */
  persons: { email: string; name: string }[];
};

export function MemberForm({ page, kind, member, roles, persons }: MemberFormProps) {
  const router = useRouter();
  const { run, busy, dialog } = useAdministration(page);
  const [problems, setProblems] = useState<MemberProblem[]>([]);
  const [said, setSaid] = useState<Said | null>(null);
  const [invited, setInvited] = useState<{ id: string; link: ShownLink } | null>(null);
  const problem = (part: MemberProblem["part"]) => problems.find((each) => each.part === part)?.message ?? null;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const request = {
      name: String(fields.get("name")),
      roleKeys: fields.getAll("role").map(String),
      admin: fields.get("admin") !== null,
      keepers: fields.getAll("keeper").map(String),
    };
    const email = String(fields.get("email"));
    setProblems([]);
    setSaid(null);
    const call = () =>
      member === null
        ? addMember(page, { ...request, kind, email })
        : changeMember(page, { ...request, memberId: member.id });
    run(call, (answer) => {
      if ("problems" in answer) return setProblems(answer.problems);
      if ("said" in answer) return setSaid(answer);
      if ("created" in answer) return router.replace(`/accounts/${answer.created}`);
      setInvited({ id: answer.invited, link: answer.link });
    });
  };
  if (invited !== null) {
    return (
      <div className="grid grid-cols-1 gap-6">
        <LinkOnce title="The invitation is ready" link={invited.link} />
        <div className="flex flex-wrap gap-3">
          <LinkButton href="/admin/members">Go to the members</LinkButton>
        </div>
      </div>
    );
  }
  return (
    <>
      <ScriptForm onSubmit={submit} noValidate className="grid grid-cols-1 gap-6">
        <Card>
          <div className="grid grid-cols-1 gap-4">
            <TextField label="Name" name="name" defaultValue={member?.name} maxLength={200} error={problem("name")} />
            {member === null && (
              <TextField
                label={kind === "person" ? "E-mail address" : "Address"}
                name="email"
                type="email"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={254}
                hint={
                  kind === "person"
                    ? undefined
                    : "It names the account, such as sync@example.com. Nothing is sent there."
                }
                error={problem("email")}
              />
            )}
            <ChoiceList
              legend="Roles"
              name="role"
              options={roles.map(({ key, name }) => ({ value: key, label: name }))}
              chosen={member?.roleKeys ?? []}
              empty="The organisation’s file has no roles yet."
              error={problem("roles")}
            />
            {kind === "person" ? (
              <Checkbox
                name="admin"
                label="Administrator"
                hint="Sees and revokes every token, manages service accounts and members."
                defaultChecked={member?.admin ?? false}
              />
            ) : (
              <ChoiceList
                legend="Keepers"
                hint="They create, rotate and revoke this account’s tokens, as administrators do."
                name="keeper"
                options={persons.map(({ email, name }) => ({ value: email, label: name, hint: email }))}
                chosen={member?.keepers ?? []}
                empty="There is nobody to choose."
                error={problem("keepers")}
              />
            )}
          </div>
        </Card>
        {said !== null &&
          (said.failed ? (
            <ErrorNotice text={said.said} />
          ) : (
            <Notice tone="good" role="status">
              {said.said}
            </Notice>
          ))}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="primary" busy={busy}>
            {labelOf(kind, member === null ? "new" : "known")}
          </Button>
          {member === null && <LinkButton href="/admin/members">Cancel</LinkButton>}
        </div>
      </ScriptForm>
      {dialog}
    </>
  );
}

function labelOf(kind: MemberKind, who: "new" | "known"): string {
  if (who === "known") return "Save";
  return kind === "person" ? "Create invitation" : "Create service account";
}
