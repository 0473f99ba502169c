"use client";
/** Takes access away from a token, after saying what is lost. Nothing can be added: that takes a new token. */
import { useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { useEarlyInput } from "@/components/ui/controls/use-early-input";
import { ConfirmDialog } from "@/components/ui/dialog/confirm-dialog";
import { lazyWhenUsed } from "@/components/ui/dialog/load-when-used";
import type { PageMember } from "@/lib/session/visitor";
import type { EntityEffect } from "@/lib/tokens/read/detail";
import { narrowAction } from "../actions";
import { ChangeMatrix } from "./change-matrix";
import { losingEntities, type Permission, remainingScopes, takenAwayInWords } from "./taken-away";
import { EditOutcome, refusalOf, useEdit } from "./use-edit";

const LostMatrix = lazyWhenUsed(async () => (await import("./lost-matrix")).LostMatrix);

type NarrowFormProps = {
  tokenId: string;
  access: EntityEffect[];
  /** Already unticked, because somebody followed a suggestion. */
  proposed: Permission[];
  page: PageMember;
};

export function NarrowForm({ tokenId, access, proposed, page }: NarrowFormProps) {
  const { state, send, edit, busy, dialog } = useEdit(page);
  const section = useEarlyInput<HTMLDivElement>();
  const [takenAway, setTakenAway] = useState<ReadonlySet<Permission>>(new Set(proposed));
  const [isAsking, setIsAsking] = useState(false);
  const losing = losingEntities(access, takenAway);
  const words = takenAwayInWords(losing);

  const toggle = (permission: Permission) => {
    const next = new Set(takenAway);
    if (!next.delete(permission)) next.add(permission);
    setTakenAway(next);
    edit();
  };
  const save = () => {
    setIsAsking(false);
    send(() => narrowAction(page, { tokenId, scopes: remainingScopes(access, takenAway) }));
  };
  return (
    <>
      <div ref={section}>
        <ChangeMatrix access={access} takenAway={takenAway} onToggle={toggle} />
      </div>
      <p role="status" className="my-3 text-sm">
        {words === "" ? "Nothing will be taken away." : `Will be taken away: ${words}.`}
      </p>
      <EditOutcome state={withReason(state)} saved="Taken away. It acts on the next request." />
      <Button className="mt-3" disabled={words === ""} busy={busy} onClick={() => setIsAsking(true)}>
        Take access away
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          title="Take this access away?"
          confirmLabel="Take away"
          onConfirm={save}
          onCancel={() => setIsAsking(false)}
        >
          <p>{words}.</p>
          <LostMatrix losing={losing} />
          <p>Requests that need it are refused immediately. It cannot be given back to this token.</p>
        </ConfirmDialog>
      )}
      {dialog}
    </>
  );
}

/** The table has no place of its own for what is wrong with the scopes. */
function withReason(state: ReturnType<typeof useEdit>["state"]): typeof state {
  const message = refusalOf(state, "scopes");
  return message === null ? state : { kind: "failed", message };
}
