import type { Metadata } from "next";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { pageMemberOf, requireMember } from "@/lib/session/visitor";
import { PasswordForm } from "./password-form";

export const metadata: Metadata = { title: "Choose a password" };

export default async function PasswordPage() {
  const { member, organization } = await requireMember();
  return (
    <div className="max-w-md">
      <PageHeader
        title="Choose a password"
        description="It replaces your current password, if you have one, and signs you out everywhere else. Your tokens keep working."
      />
      <Card>
        <PasswordForm page={pageMemberOf({ member, organization })} />
      </Card>
    </div>
  );
}
