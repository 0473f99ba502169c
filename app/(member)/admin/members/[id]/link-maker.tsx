"use client";
/** Makes a sign-in link, or another invitation in the place of the one that got lost, and shows it once. */
import { useState } from "react";
import { Card } from "@/components/ui/card";
import { Button } from "@/components/ui/controls/button";
import { ErrorNotice } from "@/components/ui/notice";
import type { PageMember } from "@/lib/session/visitor";
import { LinkOnce } from "../link-once";
import { createLink, type ShownLink } from "../member-actions";
import { useAdministration } from "../use-administration";

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
  const { run, busy, dialog } = useAdministration(page);
  const [link, setLink] = useState<ShownLink | null>(null);
  const [error, setError] = useState<string | null>(null);
  const { title, description, button, ready } = TEXTS[what];

  const create = () => {
    setLink(null);
    setError(null);
    run(
      () => createLink(page, { memberId }),
      (answer) => ("link" in answer ? setLink(answer.link) : setError(answer.said)),
    );
  };
  return (
    <Card title={title} description={description}>
      <div className="grid grid-cols-1 justify-items-start gap-4">
        <Button onClick={create} busy={busy}>
          {button}
        </Button>
        <ErrorNotice text={error} />
        {link !== null && <LinkOnce title={ready} link={link} />}
      </div>
      {dialog}
    </Card>
  );
}
