/** A confirmation as a page of its own, for links, and until scripts have loaded (`ConfirmTrigger`). */
import type { PageMember } from "@/lib/session/visitor";
import { Card } from "../ui/card";
import { LinkButton } from "../ui/controls/button";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { type Confirmation, ConfirmForm } from "./confirm-form";

type ConfirmPageProps<Done extends object> = Confirmation<Done> & {
  page: PageMember;
  back: { href: string; label: string };
  /** Why it cannot be done, in place of the form. */
  disabledReason?: string | null;
};

export function ConfirmPage<Done extends object>(props: ConfirmPageProps<Done>) {
  const { title, description, facts, back, disabledReason = null, ...form } = props;
  return (
    <>
      <PageHeader title={title} description={description} back={back} />
      <div className="max-w-xl">
        <Card>
          {disabledReason === null ? (
            <ConfirmForm {...form} cancel={<LinkButton href={back.href}>Cancel</LinkButton>}>
              {facts}
            </ConfirmForm>
          ) : (
            <Notice tone="warn">{disabledReason}</Notice>
          )}
        </Card>
      </div>
    </>
  );
}
