/** What a token can do now, and which of its permissions are unused. */
import type { Metadata } from "next";
import { listUnusedPermissions } from "@/lib/explanation/unused-permissions";
import { openToken, type TokenParams } from "../open-token";
import { TokenFrame } from "../token-frame";
import { AccessSection, UnusedNotice } from "./access-section";

export const metadata: Metadata = { title: "Access of a token" };

export default async function AccessPage({ params }: TokenParams) {
  const opened = await openToken(params);
  const { detail, isOwn, isManaged, now } = opened;
  const unused = isManaged ? await listUnusedPermissions(detail, now) : [];
  return (
    <TokenFrame opened={opened} current="/access">
      <AccessSection detail={detail} isOwn={isOwn}>
        <UnusedNotice tokenId={detail.token.id} unused={unused} />
      </AccessSection>
    </TokenFrame>
  );
}
