"use client";
/**
 * Chooses the tokens to move, their new owners and how long the old secrets keep working, then shows the new secrets once. It
 * stays on the page when there is nothing left to move, because it contains the secrets.
 */
import { type FormEvent, useState } from "react";
import { Button, LinkButton } from "@/components/ui/controls/button";
import { SelectField } from "@/components/ui/controls/field";
import { ScriptForm } from "@/components/ui/controls/script-form";
import { EmptyLine } from "@/components/ui/empty";
import { ErrorNotice } from "@/components/ui/notice";
import type { PageMember } from "@/lib/session/visitor";
import type { OverlapSeconds } from "@/lib/tokens/policy";
import type { Move } from "./in-parts";
import { MovedBefore, type TokenBefore } from "./moved-before";
import { MovedSecrets } from "./moved-secrets";
import { type Owner, TokensToMove } from "./tokens-to-move";
import { useHandOver } from "./use-hand-over";
import { type OfferedToken, useMoves } from "./use-moves";

type HandOverFormProps = {
  page: PageMember;
  memberId: string;
  /** The new owner chosen for all tokens. */
  toId: string;
  owners: readonly (Owner & { href: string })[];
  tokens: readonly OfferedToken[];
  before: readonly TokenBefore[];
};

const OVERLAP_OPTIONS = [
  { value: "604800", label: "7 days" },
  { value: "86400", label: "24 hours" },
  { value: "3600", label: "1 hour" },
  { value: "0", label: "Not at all: they stop immediately" },
];

export function HandOverForm({ page, memberId, toId, owners, tokens, before }: HandOverFormProps) {
  const [overlap, setOverlap] = useState("604800");
  const moves = useMoves(tokens, toId);
  const memberHref = `/admin/members/${memberId}`;
  const nextHref = (sent: readonly Move[]) => {
    const [first, ...others] = new Set(sent.map((move) => move.toId));
    return others.length > 0 ? memberHref : (owners.find(({ id }) => id === first)?.href ?? memberHref);
  };
  const { start, moving, message, busy, close, dialog } = useHandOver(page, memberId, nextHref);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && moves.list.length > 0) start(moves.list, Number(overlap) as OverlapSeconds);
  };
  const count = moves.list.length;
  return (
    <>
      <ScriptForm onSubmit={submit} className="grid grid-cols-1 gap-6">
        {tokens.length > 0 && <TokensToMove tokens={tokens} owners={owners} moves={moves} />}
        {tokens.length > 0 && (
          <p className="-mt-4 text-quiet text-sm">Other tokens stop when the member is deactivated.</p>
        )}
        <MovedBefore tokens={before} />
        {tokens.length === 0 && before.length === 0 && <EmptyLine>This member has no tokens in use.</EmptyLine>}
        {tokens.length > 0 && (
          <SelectField
            label="Keep old secrets for"
            hint="Tokens that expire earlier stop earlier."
            className="sm:max-w-xs"
            value={overlap}
            options={OVERLAP_OPTIONS}
            onChange={(event) => setOverlap(event.target.value)}
          />
        )}
        <ErrorNotice text={message} />
        <div className="flex flex-wrap gap-3">
          {tokens.length > 0 && (
            <Button type="submit" look="primary" disabled={count === 0} busy={busy && moving === null}>
              Hand over {count === 1 ? "1 token" : `${count} tokens`}
            </Button>
          )}
          <LinkButton href={memberHref}>{tokens.length > 0 ? "Cancel" : "Back"}</LinkButton>
        </div>
      </ScriptForm>
      {dialog}
      {moving !== null && <MovedSecrets moving={moving} obstacle={message} onClose={close} />}
    </>
  );
}
