import { redirect } from "next/navigation";
import { Confirm } from "@/components/confirm/confirm";
import { withNames } from "@/components/ui/text/with-names";
import { withdraw } from "../../actions";
import { openMember } from "../open-member";

export const metadata = { title: "Withdraw invitation" };

export default async function WithdrawPage({ params }: PageProps<"/admin/members/[id]/withdraw">) {
  const { member, href, confirmation } = await openMember(params);
  const { name, email, invited } = member;
  if (invited === null) redirect(href);
  return (
    <Confirm
      title={withNames`Withdraw the invitation of ${name}?`}
      description={email}
      facts={<p>The link stops working, and {name} is removed from the list of members.</p>}
      action={withdraw}
      confirmLabel="Withdraw invitation"
      {...confirmation}
    />
  );
}
