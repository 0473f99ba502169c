import { SelectField } from "@/components/ui/controls/field";
import { ButtonForKeys, FormOnChange } from "@/components/ui/controls/form-on-change";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { withNames } from "@/components/ui/text/with-names";
import { HANDED_OVER_AT_ONCE, listReceivers, previewHandOver } from "@/lib/members/hand-over";
import type { Member } from "@/lib/model";
import { openMember } from "../open-member";
import { HandOverForm } from "./hand-over-form";

export const metadata = { title: "Hand over tokens" };

export default async function HandOverPage({ params, searchParams }: PageProps<"/admin/members/[id]/hand-over">) {
  const { member: from, href, signedIn, page } = await openMember(params);
  const { to: asked } = await searchParams;
  const receivers = await listReceivers(from, signedIn.member);
  // There is no default, so the administrator has to choose.
  const to = receivers.find((receiver) => receiver.id === asked);
  const previews = to === undefined ? [] : await previewHandOver(from, to);
  return (
    <>
      <PageHeader
        title={withNames`Hand over the tokens of ${from.name}`}
        back={{ href, label: from.name }}
        description="Each token gets a new secret and a new owner. Old secrets keep working for the time you choose, or until the member is deactivated."
      />
      {receivers.length === 0 ? (
        <Notice tone="warn" title="No one to hand over to">
          Create a service account first. Tokens cannot be handed over to another person.
        </Notice>
      ) : (
        <div className="grid max-w-3xl grid-cols-1 gap-6">
          <ReceiverForm receivers={receivers} to={to} viewerId={signedIn.member.id} />
          {to !== undefined && (
            <HandOverForm
              page={page}
              memberId={from.id}
              key={to.id}
              to={
                to.id === signedIn.member.id
                  ? { id: to.id, name: "you", href: "/tokens" }
                  : { id: to.id, name: to.name, href: `/accounts/${to.id}` }
              }
              tokens={previews.slice(0, HANDED_OVER_AT_ONCE).map(({ token: { id, name, hint }, obstacle, movedTo }) => {
                return { id, name, hint, obstacle, movedTo: movedTo && `/tokens/${movedTo}` };
              })}
              further={previews.slice(HANDED_OVER_AT_ONCE).filter(({ obstacle }) => obstacle === null).length}
            />
          )}
        </div>
      )}
    </>
  );
}

type ReceiverFormProps = { receivers: readonly Member[]; to: Member | undefined; viewerId: string };

function ReceiverForm({ receivers, to, viewerId }: ReceiverFormProps) {
  return (
    <FormOnChange className="flex flex-wrap items-end gap-3">
      <SelectField
        label="New owner"
        name="to"
        className="min-w-0 flex-1 basis-64"
        // The key resets the field when the page has another receiver.
        key={to?.id}
        defaultValue={to?.id ?? ""}
        options={[
          { value: "", label: "Choose a new owner" },
          ...receivers.map(({ id, name, email }) => ({
            value: id,
            label: id === viewerId ? "You" : `${name} (${email})`,
          })),
        ]}
      />
      <ButtonForKeys>Show tokens</ButtonForKeys>
    </FormOnChange>
  );
}
