import type { Metadata } from "next";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { LinkForm } from "./link-form";

export const metadata: Metadata = { title: "Sign in with a link" };

/** Opening it uses nothing up: the link is in a part of the address that only the browser sees, and the button sends it. */
export default function LinkPage() {
  return (
    <>
      <PageHeader title="Sign in with your link" description="The link works once. You can choose a password next." />
      <Card>
        <LinkForm kind="sign-in" />
      </Card>
    </>
  );
}
