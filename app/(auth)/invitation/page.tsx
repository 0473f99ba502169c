import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { LinkForm } from "../sign-in/link/link-form";

export const metadata = { title: "Accept your invitation" };

export default function InvitationPage() {
  return (
    <>
      <PageHeader
        title="Accept your invitation"
        description="The link works once. You can choose a password next. Have you signed in here before? Then sign in first."
      />
      <Card>
        <LinkForm kind="invitation" />
      </Card>
    </>
  );
}
