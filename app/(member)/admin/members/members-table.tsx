import { Bot, CircleCheck, CircleSlash, FileText, Mail, ShieldCheck, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { ALL_TOKENS } from "@/components/tokens/list/list-address";
import { Cell, Row, RowHeader, rowLinkClass, Table } from "@/components/ui/table";
import { Badge } from "@/components/ui/text/badge";
import { RelativeTime } from "@/components/ui/time/time";
import type { ListedMember } from "@/lib/members/list";
import { whyNotDeactivate } from "@/lib/members/members";
import { addressOf } from "@/lib/session/page-address";
import { pageMemberOf, type SignedIn } from "@/lib/session/visitor";
import { MemberActivity } from "./member-activity";

type MembersTableProps = {
  members: ListedMember[];
  marked: "file" | "none";
  /** True if the policy requires a second factor that they do not have. */
  lacksFactor: (member: ListedMember) => boolean;
  signedIn: SignedIn;
  now: Date;
};

/** There are seven columns, so the gaps are narrower until there is plenty of room. */
const NARROW = "@max-[61rem]:@table:px-2";

export function MembersTable({ members, marked, lacksFactor, signedIn, now }: MembersTableProps) {
  const { member: administrator } = signedIn;
  return (
    <Table
      caption="Members, by name"
      align="middle"
      columns={["Member", "State", "Roles", "Second factor", "Tokens", "Last seen", "Change"].map((name) => ({
        name,
        numeric: name === "Tokens",
        isHidden: name === "Change",
        className: NARROW,
      }))}
    >
      {members.map((member) => (
        <Row key={member.id}>
          <RowHeader>
            <span className="flex flex-wrap items-center gap-x-2">
              <span className="min-w-0">
                <Link href={`/admin/members/${member.id}`} prefetch={false} className={rowLinkClass}>
                  <bdi>{member.name}</bdi>
                </Link>
                {member.id === administrator.id && <span className="text-quiet"> (you)</span>}
              </span>
              <KindBadges member={member} />
              {marked === "file" && member.managedBy === "file" && <Badge tone="neutral" icon={FileText} text="File" />}
            </span>
            <span className="block min-w-32 text-quiet text-xs [overflow-wrap:anywhere]">{member.email}</span>
          </RowHeader>
          <Cell label="State" className={NARROW}>
            {/* Most members are simply active; only the others have a badge. */}
            {member.active && !member.isInvited ? "Active" : <StateBadge {...member} />}
          </Cell>
          <Cell label="Roles" className={NARROW}>
            <div className="min-w-18 [overflow-wrap:anywhere]">
              {member.roles.length === 0 ? "None" : member.roles.join(", ")}
            </div>
          </Cell>
          <Cell label="Second factor" className={NARROW}>
            {lacksFactor(member) ? (
              <Badge tone="warn" icon={TriangleAlert} text="Missing" />
            ) : (
              formatSecondFactor(member)
            )}
          </Cell>
          <Cell label="Tokens" numeric className={NARROW}>
            <CurrentTokens member={member} />
          </Cell>
          <Cell label="Last seen" className={NARROW}>
            {member.lastSeen === null ? "Never" : <RelativeTime at={member.lastSeen} now={now} className="-my-0.5" />}
          </Cell>
          <Cell className={NARROW}>
            {!member.isInvited && (
              <MemberActivity
                member={{ id: member.id, name: member.name, email: member.email, active: member.active }}
                disabledReason={whyNotDeactivate(member, administrator)}
                page={pageMemberOf(signedIn)}
              />
            )}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

type Badged = Pick<ListedMember, "active" | "admin" | "kind" | "isInvited">;

export function MemberBadges({ member }: { member: Badged }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <StateBadge {...member} />
      <KindBadges member={member} />
    </span>
  );
}

function KindBadges({ member: { kind, admin } }: { member: Pick<Badged, "kind" | "admin"> }) {
  return (
    <>
      {kind === "service" && <Badge tone="neutral" icon={Bot} text="Service account" />}
      {admin && <Badge tone="accent" icon={ShieldCheck} text="Administrator" />}
    </>
  );
}

function StateBadge({ active, isInvited }: Pick<Badged, "active" | "isInvited">) {
  if (isInvited) return <Badge tone="warn" icon={Mail} text="Invited" />;
  return active ? (
    <Badge tone="good" icon={CircleCheck} text="Active" />
  ) : (
    <Badge tone="neutral" icon={CircleSlash} text="Inactive" />
  );
}

function formatSecondFactor({ hasSecondFactor }: ListedMember): string {
  if (hasSecondFactor === null) return "–";
  return hasSecondFactor ? "On" : "None";
}

function CurrentTokens({ member: { name, email, currentTokens } }: { member: ListedMember }) {
  if (currentTokens === 0) return "0";
  return (
    <Link
      href={addressOf(ALL_TOKENS, { owner: email })}
      prefetch={false}
      className="-my-0.5 inline-flex min-h-6 min-w-6 items-center whitespace-nowrap underline decoration-rim underline-offset-4 hover:decoration-current @table:justify-end"
    >
      {currentTokens.toLocaleString("en")}
      <span className="sr-only">
        {currentTokens === 1 ? " token" : " tokens"} of {name}
      </span>
    </Link>
  );
}
