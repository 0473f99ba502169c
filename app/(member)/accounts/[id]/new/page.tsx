/** Creates a token of a service account, for its managers: the normal form for new tokens, with the account's permissions. */
import { notFound } from "next/navigation";
import { PageHeader } from "@/components/ui/page-header";
import { withNames } from "@/components/ui/text/with-names";
import { pageMemberOf } from "@/lib/session/visitor";
import { OF_AN_ACCOUNT } from "@/lib/tokens/owner-words";
import { firstDraft } from "../../../tokens/new/draft";
import { loadForm } from "../../../tokens/new/load-form";
import { NewTokenForm } from "../../../tokens/new/new-token-form";
import { openAccount } from "../open-account";

export const metadata = { title: "New token of a service account" };

export default async function NewAccountTokenPage({ params }: PageProps<"/accounts/[id]/new">) {
  const { signedIn, account } = await openAccount(params);
  if (!account.active) notFound();
  const { form, usual } = await loadForm(account, OF_AN_ACCOUNT);
  const href = `/accounts/${account.id}`;
  return (
    <>
      <PageHeader
        title={withNames`New token of ${account.name}`}
        description="It acts as this service account, with the roles of the account. The secret is shown only once, right after you create it."
        back={{ href, label: account.name }}
      />
      <NewTokenForm
        key={account.id}
        page={pageMemberOf(signedIn)}
        begun={firstDraft(form.permissions, usual)}
        {...form}
        account={{ id: account.id, href }}
      />
    </>
  );
}
