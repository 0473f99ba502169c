import Link from "next/link";
import { ActLink } from "@/components/confirm/act-link";
import { ALL_TOKENS } from "@/components/tokens/list/list-address";
import { Card } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/controls/button";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { counted } from "@/components/ui/text/digits";
import { RelativeTime } from "@/components/ui/time/time";
import { whyNoLink } from "@/lib/members/manage";
import { whyNotDeactivate, whyNotReset } from "@/lib/members/members";
import { addressOf } from "@/lib/session/page-address";
import { listMemberRows } from "@/lib/store/people/listed-members";
import { hasSecondFactor } from "@/lib/store/people/second-factors";
import { loadChoices } from "../load-choices";
import { MemberActivity } from "../member-activity";
import { MemberForm } from "../member-form";
import { MemberBadges } from "../members-table";
import { LinkMaker } from "./link-maker";
import { openMember } from "./open-member";

export const metadata = { title: "Member" };

export default async function MemberPage({ params }: PageProps<"/admin/members/[id]">) {
  const { member: found, href, signedIn, page } = await openMember(params);
  const { id, name, email, active, roleKeys, admin, keepers, kind, managedBy, invited } = found;
  const { membersManagedBy: _, ...choices } = await loadChoices(signedIn.organization.id, kind);
  const roleNames = roleKeys.map((key) => choices.roles.find((role) => role.key === key)?.name ?? key);
  return (
    <>
      <PageHeader
        title={<bdi>{name}</bdi>}
        back={{ href: "/admin/members", label: "Members" }}
        badges={<MemberBadges member={{ active, admin, kind, isInvited: invited !== null }} />}
        description={
          <p className="[overflow-wrap:anywhere]">
            {email}
            {invited === null && <InUse memberId={id} email={email} />}
          </p>
        }
        actions={kind === "service" && <LinkButton href={`/accounts/${id}`}>Tokens</LinkButton>}
      />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0">
          {managedBy === "pages" ? (
            <MemberForm key={id} page={page} kind={kind} member={{ id, name, roleKeys, admin, keepers }} {...choices} />
          ) : (
            <Notice title="This member is managed in the configuration file">
              <p>Roles: {roleNames.join(", ") || "none"}.</p>
              {kind === "service" && <p>Managers: {keepers.join(", ") || "administrators only"}.</p>}
              <p>
                To change this here, set <code>managedBy</code> to <code>"pages"</code> in that file.
              </p>
            </Notice>
          )}
        </div>
        <div className="grid grid-cols-1 gap-6">
          {whyNoLink(found) === null && (
            <LinkMaker page={page} memberId={id} what={invited === null ? "sign-in" : "invitation"} />
          )}
          {kind === "person" && invited === null && (
            <SecondFactorCard
              isOn={await hasSecondFactor({ email })}
              href={`${href}/reset-second-factor`}
              disabledReason={await whyNotReset(found, signedIn.member)}
            />
          )}
          {invited !== null ? (
            <div>
              <ActLink look="secondary" href={`${href}/withdraw`}>
                Withdraw invitation
              </ActLink>
            </div>
          ) : (
            <Card
              title={active ? LEAVING[kind].title : "Inactive"}
              description={active ? LEAVING[kind].text : "Their tokens are refused, and they cannot sign in."}
            >
              <div className="flex flex-wrap items-start gap-3">
                {active && <LinkButton href={`${href}/hand-over`}>Hand over tokens</LinkButton>}
                <MemberActivity
                  member={{ id, name, email, active }}
                  disabledReason={whyNotDeactivate(found, signedIn.member)}
                  size="normal"
                  page={page}
                />
              </div>
            </Card>
          )}
        </div>
      </div>
    </>
  );
}

type SecondFactorCardProps = { isOn: boolean; href: string; disabledReason: string | null };

function SecondFactorCard({ isOn, href, disabledReason }: SecondFactorCardProps) {
  return (
    <Card title="Second factor" description={isOn ? "They sign in with a code from their phone." : "Not set up."}>
      {isOn && disabledReason === null && <ActLink href={href}>Reset second factor</ActLink>}
      {isOn && disabledReason !== null && <p className="text-quiet text-sm">{disabledReason}</p>}
    </Card>
  );
}

async function InUse({ memberId, email }: { memberId: string; email: string }) {
  const [row] = await listMemberRows([memberId]);
  if (row === undefined) return null;
  return (
    <>
      {" · "}
      <Link
        href={addressOf(ALL_TOKENS, { owner: email })}
        prefetch={false}
        className="underline decoration-rim underline-offset-4 hover:decoration-current"
      >
        {counted(row.tokens, "token")}
      </Link>
      {" · "}
      {row.lastSeen === null ? (
        "never seen"
      ) : (
        <>
          last seen <RelativeTime at={row.lastSeen} now={new Date()} />
        </>
      )}
    </>
  );
}

const LEAVING = {
  person: {
    title: "When they leave",
    text: "Deactivating a member stops their tokens. Hand over the tokens of your integrations first.",
  },
  service: {
    title: "When it is no longer needed",
    text: "Deactivating the account stops its tokens. Hand over those still in use first.",
  },
};
