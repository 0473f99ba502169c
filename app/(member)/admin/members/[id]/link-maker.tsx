"use client";
import { PageField } from "@/components/session/page-field";
import { useMemberForm } from "@/components/session/use-form";
import { Card } from "@/components/ui/card";
import { Button } from "@/components/ui/controls/button";
import { ErrorNotice } from "@/components/ui/notice";
import type { PageMember } from "@/lib/session/visitor";
import { createLinkByForm } from "../actions";
import { ADMINISTRATION } from "../administration";
import { LinkOnce } from "../link-once";

type LinkMakerProps = { page: PageMember; memberId: string; what: "sign-in" | "invitation" };

const TEXTS = {
  "sign-in": {
    title: "Sign-in link",
    description:
      "For a member who has no password or has forgotten it. The link works once, within 15 minutes, for this organization.",
    button: "Create sign-in link",
    ready: "The sign-in link is ready",
  },
  invitation: {
    title: "Invitation",
    description: "Not accepted yet. A new link replaces the previous one.",
    button: "Create a new link",
    ready: "The invitation is ready",
  },
};

export function LinkMaker({ page, memberId, what }: LinkMakerProps) {
  const { state, message, form, busy, dialog } = useMemberForm(page, createLinkByForm, ADMINISTRATION);
  const { title, description, button, ready } = TEXTS[what];
  return (
    <Card title={title} description={description}>
      <form {...form} className="grid grid-cols-1 justify-items-start gap-4">
        <PageField page={page} fields={{ member: memberId }} />
        <Button type="submit" busy={busy}>
          {button}
        </Button>
        <ErrorNotice text={message} />
        {"link" in state && !busy && <LinkOnce title={ready} link={state.link} />}
      </form>
      {dialog}
    </Card>
  );
}
