import Link from "next/link";
import { redirect } from "next/navigation";
import { Confirm } from "@/components/confirm/confirm";
import { NamedTokens } from "@/components/tokens/named-tokens";
import { ScrollArea } from "@/components/ui/scroll-area";
import { withNames } from "@/components/ui/text/with-names";
import { relativeTime } from "@/components/ui/time/relative-time";
import { tokensThatStop, whyNotDeactivate } from "@/lib/members/members";
import { deactivate } from "../../actions";
import { openMember } from "../open-member";

export const metadata = { title: "Deactivate member" };

export default async function DeactivatePage({ params }: PageProps<"/admin/members/[id]/deactivate">) {
  const { member, href, signedIn, confirmation } = await openMember(params);
  const { name, email, active, invited } = member;
  if (!active || invited !== null) redirect(href);
  return (
    <Confirm
      title={withNames`Deactivate ${name}?`}
      description={`${name} (${email}) is signed out and cannot sign in. This can be undone: the tokens work again once the member is activated.`}
      facts={<StoppingTokens tokens={await tokensThatStop(member)} handOverHref={`${href}/hand-over`} />}
      disabledReason={whyNotDeactivate(member, signedIn.member)}
      action={deactivate}
      confirmLabel="Deactivate member"
      {...confirmation}
      stays
    />
  );
}

type StoppingTokensProps = { tokens: Awaited<ReturnType<typeof tokensThatStop>>; handOverHref: string };

function StoppingTokens({ tokens, handOverHref }: StoppingTokensProps) {
  if (tokens.length === 0) return <p>No tokens are in use.</p>;
  return (
    <div>
      <p className="mb-2 font-medium">
        {tokens.length === 1 ? "This token stops" : `These ${tokens.length} tokens stop`} with the next request:
      </p>
      <ScrollArea label="Tokens that stop" className="overflow-y-auto overscroll-contain max-h-[35dvh] rounded-control">
        <NamedTokens tokens={tokens}>
          {({ lastUsed }) => (lastUsed === null ? "never used" : `used ${relativeTime(lastUsed, new Date())}`)}
        </NamedTokens>
      </ScrollArea>
      <p className="mt-2">
        <Link href={handOverHref} prefetch={false} className="inline-block min-h-6 text-accent underline">
          Hand {tokens.length === 1 ? "it" : "them"} over to a service account first
        </Link>
      </p>
    </div>
  );
}
