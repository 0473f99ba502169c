"use client";
/** Says that another tab went to another organisation than the one this page is of, and leads back to it. */
import { useState, useTransition } from "react";
import type { PageMember } from "@/lib/session/visitor";
import { Button } from "../ui/controls/button";
import { Dialog } from "../ui/dialog";
import { Notice } from "../ui/notice";
import { goOnAs } from "./identity-actions";
import { NO_CONNECTION } from "./messages";

type OrganizationDialogProps = { page: PageMember; onLifted: () => void; onCancel: () => void };

export function OrganizationDialog({ page, onLifted, onCancel }: OrganizationDialogProps) {
  const [isPending, start] = useTransition();
  const [message, setMessage] = useState<string | null>(null);
  const name = page.organizationName;

  const goOn = () =>
    start(async () => {
      const answer = await goOnAs(page).catch(() => null);
      if (answer === null) setMessage(NO_CONNECTION);
      else onLifted();
    });
  return (
    <Dialog
      open
      title={`This page is of ${name}`}
      description="In another tab you have gone to another organisation since. Nothing was done, and what you have typed stays as it is."
      onDismiss={onCancel}
      size="small"
      footer={
        <>
          <Button data-autofocus onClick={onCancel}>
            Cancel
          </Button>
          <Button look="primary" busy={isPending} onClick={goOn}>
            Go on in {name}
          </Button>
        </>
      }
    >
      <p className="[overflow-wrap:anywhere]">
        Go on, and you work in {name} again, in the other tab too. Or cancel, and load this page again for the
        organisation that you have gone to.
      </p>
      {message !== null && (
        <Notice tone="bad" role="alert">
          {message}
        </Notice>
      )}
    </Dialog>
  );
}
