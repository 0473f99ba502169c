import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { useId } from "react";
import { z } from "zod";
import { Button } from "@/components/ui/controls/button";
import { SelectField, TextField } from "@/components/ui/controls/field";
import { ButtonForKeys, FormOnChange } from "@/components/ui/controls/form-on-change";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { withNames } from "@/components/ui/text/with-names";
import { HANDED_OVER_AT_ONCE, listReceivers, previewHandOver } from "@/lib/members/hand-over";
import type { Member } from "@/lib/model";
import { pageMemberOf, requireAdministrator } from "@/lib/session/visitor";
import { findMember } from "@/lib/store/people/members";
import { HandOverForm } from "./hand-over-form";

export const metadata: Metadata = { title: "Hand over tokens" };

type HandOverPageProps = {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ to?: string | string[] }>;
};

export default async function HandOverPage({ params, searchParams }: HandOverPageProps) {
  const signedIn = await requireAdministrator();
  const [{ id }, { to: asked }] = [await params, await searchParams];
  const from = z.uuid().safeParse(id).success ? await findMember(signedIn.organization.id, id) : null;
  if (from === null) notFound();
  const receivers = await listReceivers(from, signedIn.member);
  const typed = [asked].flat()[0] ?? "";
  const to = receiverOf(receivers, typed);
  const previews = to === undefined ? [] : await previewHandOver(from, to);
  return (
    <>
      <PageHeader
        title={withNames`Hand over the tokens of ${from.name}`}
        back={{ href: `/admin/members/${id}`, label: from.name }}
        description="Each token gets a new secret and a new owner. Old secrets keep working for the time you choose, or until the member is deactivated."
      />
      {receivers.length === 0 ? (
        <Notice tone="warn" title="No one to hand over to">
          Create a service account first. Tokens cannot be handed over to another person.
        </Notice>
      ) : (
        <div className="grid max-w-3xl grid-cols-1 gap-6">
          <ReceiverForm receivers={receivers} to={to} typed={typed} viewerId={signedIn.member.id} />
          {to !== undefined && (
            <HandOverForm
              page={pageMemberOf(signedIn)}
              memberId={id}
              key={to.id}
              to={
                to.id === signedIn.member.id
                  ? { id: to.id, name: "you", href: "/tokens" }
                  : { id: to.id, name: to.name, href: `/accounts/${to.id}` }
              }
              tokens={previews.slice(0, HANDED_OVER_AT_ONCE).map(({ token, obstacle, movedTo }) => ({
                id: token.id,
                name: token.name,
                hint: token.hint,
                obstacle,
                movedTo: movedTo === null ? null : `/tokens/${movedTo}`,
              }))}
              further={previews.slice(HANDED_OVER_AT_ONCE).filter(({ obstacle }) => obstacle === null).length}
            />
          )}
        </div>
      )}
    </>
  );
}

type ReceiverFormProps = {
  receivers: readonly Member[];
  /** Absent: none is chosen, or no receiver has the typed address. */
  to: Member | undefined;
  typed: string;
  viewerId: string;
};

/** Beyond this, a list is too long to look through. */
const LISTED_RECEIVERS = 20;

function ReceiverForm({ receivers, to, typed, viewerId }: ReceiverFormProps) {
  const id = useId();
  const nameOf = (member: Member) => (member.id === viewerId ? "You" : member.name);
  const field = { label: "New owner", name: "to", className: "min-w-0 flex-1 basis-64" };
  if (receivers.length <= LISTED_RECEIVERS) {
    return (
      <FormOnChange className="flex flex-wrap items-end gap-3">
        <SelectField
          {...field}
          // The key resets the field when the page has another receiver.
          key={to?.id}
          defaultValue={to?.id ?? ""}
          options={[
            { value: "", label: "Choose a new owner" },
            ...receivers.map((member) => ({
              value: member.id,
              label: member.id === viewerId ? "You" : `${member.name} (${member.email})`,
            })),
          ]}
        />
        <ButtonForKeys>Show tokens</ButtonForKeys>
      </FormOnChange>
    );
  }
  return (
    <form className="flex flex-wrap items-end gap-3">
      <TextField
        {...field}
        key={typed}
        list={id}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="Address of a service account"
        defaultValue={to?.email ?? typed}
        error={to === undefined && typed !== "" ? "No active service account has this address." : null}
      />
      <datalist id={id}>
        {receivers.map((member) => (
          <option key={member.id} value={member.email} label={nameOf(member)} />
        ))}
      </datalist>
      <Button type="submit">Show tokens</Button>
    </form>
  );
}

/** Finds a receiver by id or address. There is no default, so the administrator has to choose. */
function receiverOf(receivers: readonly Member[], typed: string): Member | undefined {
  return receivers.find(({ id, email }) => id === typed || email === typed.trim().toLowerCase());
}
