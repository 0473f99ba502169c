import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { pageMemberOf, requireMember } from "@/lib/session/visitor";
import { findCredentials } from "@/lib/store/people/credentials";
import { PasswordForm } from "./password-form";

export const metadata = { title: "Choose a password" };

export default async function PasswordPage() {
  const { member, organization } = await requireMember();
  const credentials = await findCredentials(member.email);
  const isFirst = credentials === null || credentials.passwordHash === null;
  return (
    <div className="max-w-md">
      <PageHeader title="Choose a password" description={isFirst ? "Choose a password to finish." : REPLACES} />
      <Card>
        <PasswordForm page={pageMemberOf({ member, organization })} />
      </Card>
    </div>
  );
}

const REPLACES = "It replaces your current password and signs you out everywhere else. Your tokens keep working.";
