"use client";
/** Makes a sign-in link, or another invitation in the place of the one that got lost, and shows it once. */
import { PageField } from "@/components/asking/page-field";
import { useActionForm } from "@/components/asking/use-action-form";
import { Card } from "@/components/ui/card";
import { Button } from "@/components/ui/controls/button";
import { ErrorNotice } from "@/components/ui/notice";
import type { PageMember } from "@/lib/session/visitor";
import { LinkOnce } from "../link-once";
import { createLinkByForm } from "../member-actions";

type LinkMakerProps = { page: PageMember; memberId: string; what: "sign-in" | "invitation" };

const TEXTS = {
  "sign-in": {
    title: "Sign-in link",
    description:
      "For somebody without a password, or who has forgotten it. It works once, for 15 minutes, in this organisation.",
    button: "Create sign-in link",
    ready: "The sign-in link is ready",
  },
  invitation: {
    title: "Invitation",
    description: "Nobody has accepted it yet. A new link takes the place of the one before.",
    button: "Create a new link",
    ready: "The invitation is ready",
  },
};

export function LinkMaker({ page, memberId, what }: LinkMakerProps) {
  const { state, message, form, isPending, dialog } = useActionForm(page, createLinkByForm);
  const { title, description, button, ready } = TEXTS[what];
  return (
    <Card title={title} description={description}>
      <form {...form} className="grid grid-cols-1 justify-items-start gap-4">
        <PageField page={page} />
        <input type="hidden" name="member" value={memberId} />
        <Button type="submit" busy={isPending}>
          {button}
        </Button>
        <ErrorNotice text={message} />
        {"link" in state && !isPending && <LinkOnce title={ready} link={state.link} />}
      </form>
      {dialog}
    </Card>
  );
}
