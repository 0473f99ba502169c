"use client";
/**
 * The tokens of the member: a checkbox for each that moves, and its new owner. Names come from users and are rendered as text.
 */
import { useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { Checkbox } from "@/components/ui/controls/checkbox";
import { Select } from "@/components/ui/controls/field";
import { ScrollArea } from "@/components/ui/scroll-area";
import type { Moves, OfferedToken } from "./use-moves";

export type Owner = { id: string; name: string };

type TokensToMoveProps = { tokens: readonly OfferedToken[]; owners: readonly Owner[]; moves: Moves };

export function TokensToMove({ tokens, owners, moves }: TokensToMoveProps) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <TickAll tokens={tokens} moves={moves} />
      <ScrollArea label="Tokens to hand over" className="max-h-[60dvh] overflow-y-auto overscroll-contain">
        <ul className="divide-y divide-line">
          {tokens.map((token) => (
            <TokenToMove key={token.id} token={token} owners={owners} moves={moves} />
          ))}
        </ul>
      </ScrollArea>
    </div>
  );
}

function TickAll({ tokens, moves }: Omit<TokensToMoveProps, "owners">) {
  const movable = tokens.filter(moves.canMove);
  const ticked = movable.filter(moves.isTicked);
  const isAll = movable.length > 0 && ticked.length === movable.length;
  return (
    <Checkbox
      ref={(input) => {
        if (input !== null) input.indeterminate = ticked.length > 0 && !isAll;
      }}
      className="border-line border-b bg-canvas px-3 py-2 text-quiet text-sm"
      label={`${ticked.length} of ${tokens.length} selected`}
      checked={isAll}
      disabled={movable.length === 0}
      onChange={(event) => moves.tick(movable, event.target.checked)}
    />
  );
}

function TokenToMove({ token, owners, moves }: Omit<TokensToMoveProps, "tokens"> & { token: OfferedToken }) {
  const { id, name, hint, hindrance, excluded } = token;
  const canMove = moves.canMove(token);
  return (
    <li className="grid items-center gap-x-4 gap-y-1 px-3 py-2 text-sm sm:grid-cols-[minmax(0,1fr)_minmax(0,14rem)]">
      <Checkbox
        label={
          <>
            <bdi className="font-medium">{name}</bdi> <code className="block text-quiet text-xs leading-5">{hint}</code>
          </>
        }
        checked={moves.isTicked(token)}
        disabled={!canMove}
        aria-describedby={canMove ? undefined : `${id}-why`}
        onChange={(event) => moves.tick([token], event.target.checked)}
      />
      {excluded !== null && <OwnerChoice token={token} owners={owners} moves={moves} />}
      {!canMove && (
        <p id={`${id}-why`} className="col-span-full pl-8.5 text-quiet [overflow-wrap:anywhere]">
          {hindrance ?? "This owner has less access than the token."}
        </p>
      )}
    </li>
  );
}

/** The list of owners is rendered only when it is opened: hundreds of tokens times hundreds of owners would make a slow page. */
function OwnerChoice({ token, owners, moves }: Omit<TokensToMoveProps, "tokens"> & { token: OfferedToken }) {
  const [isOpen, setOpen] = useState(false);
  const ownerId = moves.ownerOf(token);
  if (!isOpen) {
    return (
      <span className="flex min-w-0 items-center justify-between gap-2 pl-8.5 sm:pl-0">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span className="text-quiet">to </span>
          <bdi>{owners.find(({ id }) => id === ownerId)?.name}</bdi>
        </span>
        {owners.length > 1 && (
          <Button
            size="small"
            look="quiet"
            aria-label={`Change the new owner of ${token.name}`}
            onClick={() => setOpen(true)}
          >
            Change
          </Button>
        )}
      </span>
    );
  }
  return (
    <Select
      // It replaces the button that was pressed.
      autoFocus
      aria-label={`New owner of ${token.name}`}
      value={ownerId}
      options={owners.map(({ id, name }) => {
        const isExcluded = token.excluded?.includes(id) ?? true;
        return { value: id, label: isExcluded ? `${name} (less access)` : name, disabled: isExcluded };
      })}
      onChange={(event) => moves.giveTo(token, event.target.value)}
    />
  );
}
