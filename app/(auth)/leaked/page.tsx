import type { Metadata } from "next";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { MAX_PASTED_LENGTH, MAX_REPORTED_BY_HAND } from "@/lib/leaks/revoke-leaked";
import { LeakedForm } from "./leaked-form";

export const metadata: Metadata = { title: "Report a leaked token" };

/** For anyone who has found a token, without signing in. */
export default function LeakedPage() {
  return (
    <>
      <PageHeader
        title="Report a leaked token"
        description="Found a token of this service in a repository, a log or a chat? Paste it here, or the text around it. If it is live, it stops working immediately and its owner is notified."
      />
      <Card>
        <LeakedForm maxTokens={MAX_REPORTED_BY_HAND} maxLength={MAX_PASTED_LENGTH} />
      </Card>
    </>
  );
}
