/** Whom a form was rendered for, which goes along with what it sends. */
import { PAGE_MEMBER_FIELD } from "@/lib/session/page-headers";
import type { PageMember } from "@/lib/session/visitor";

export function PageField({ page: { memberId, email, organizationName } }: { page: PageMember }) {
  return <input type="hidden" name={PAGE_MEMBER_FIELD} value={JSON.stringify({ memberId, email, organizationName })} />;
}
