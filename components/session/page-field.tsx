/** Sends, with a form, the member for whom it was rendered; `fields` are its target. */
import { PAGE_MEMBER_FIELD } from "@/lib/session/form-state";
import type { PageMember } from "@/lib/session/visitor";
import { HiddenFields } from "../ui/controls/hidden-fields";

type PageFieldProps = { page: PageMember; fields?: Record<string, string> };

export function PageField({ page: { memberId, email, organizationName }, fields }: PageFieldProps) {
  const member = JSON.stringify({ memberId, email, organizationName });
  return <HiddenFields values={{ [PAGE_MEMBER_FIELD]: member, ...fields }} />;
}
