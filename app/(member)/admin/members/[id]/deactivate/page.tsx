/** Asks before a member is deactivated, on a page of its own: it works without scripts, and before they have come. */
import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { z } from "zod";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { tokensThatStop, whyNotDeactivate } from "@/lib/members/members";
import { requireAdministrator } from "@/lib/session/visitor";
import { findMemberDetail } from "@/lib/store/people/managed-members";
import { StoppingTokens, whatDeactivatingDoes } from "../../stopping-tokens";
import { DeactivateForm } from "./deactivate-form";

export const metadata: Metadata = { title: "Deactivate member" };

export default async function DeactivatePage({ params }: { params: Promise<{ id: string }> }) {
  const { organization, member: administrator } = await requireAdministrator();
  const { id } = await params;
  const member = z.uuid().safeParse(id).success ? await findMemberDetail(organization.id, id) : null;
  if (member === null) notFound();
  const { name, email, active, invited } = member;
  const href = `/admin/members/${id}`;
  if (!active || invited !== null) redirect(href);
  const hindrance = whyNotDeactivate(member, administrator);
  const tokens = await tokensThatStop(member);
  return (
    <>
      <PageHeader
        title={
          <>
            Deactivate <bdi>{name}</bdi>?
          </>
        }
        back={{ href, label: name }}
        description={<p className="[overflow-wrap:anywhere]">{whatDeactivatingDoes(name, email)}</p>}
      />
      <div className="max-w-xl">
        {hindrance !== null ? (
          <Notice tone="warn">{hindrance}</Notice>
        ) : (
          <Card>
            <div className="grid grid-cols-1 gap-4">
              <StoppingTokens
                tokens={tokens.map(({ id: tokenId, name: of, hint, lastUsed }) => ({
                  id: tokenId,
                  name: of,
                  hint,
                  lastUsed: lastUsed?.toISOString() ?? null,
                }))}
                handOverHref={`${href}/hand-over`}
              />
              <DeactivateForm memberId={id} />
            </div>
          </Card>
        )}
      </div>
    </>
  );
}
