"use client";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useMemberAction } from "@/components/session/use-member-action";
import { LinkButton, SubmitButton } from "@/components/ui/controls/button";
import { Checkbox } from "@/components/ui/controls/checkbox";
import { SelectField } from "@/components/ui/controls/field";
import { ScriptForm } from "@/components/ui/controls/script-form";
import { withItems } from "@/components/ui/controls/with-items";
import type { HowClosed } from "@/components/ui/dialog/once-dialog";
import { EmptyLine } from "@/components/ui/empty";
import { ErrorNotice } from "@/components/ui/notice";
import { ScrollArea } from "@/components/ui/scroll-area";
import type { PageMember } from "@/lib/session/visitor";
import type { OverlapSeconds } from "@/lib/tokens/policy";
import { ADMINISTRATION } from "../../administration";
import { handOver, type Moved } from "./actions";
import { MovedSecrets } from "./moved-secrets";

/** `obstacle`: why it stays; null if it can move. `movedTo`: the path of the token that replaced it earlier. */
type OfferedToken = { id: string; name: string; hint: string; obstacle: string | null; movedTo: string | null };

type HandOverFormProps = {
  page: PageMember;
  memberId: string;
  /** The new owner, and the page to go to once the person has the secrets. */
  to: { id: string; name: string; href: string };
  tokens: readonly OfferedToken[];
  /** How many tokens are offered once these have moved. */
  further: number;
};

const OVERLAP_OPTIONS = [
  { value: "604800", label: "7 days" },
  { value: "86400", label: "24 hours" },
  { value: "3600", label: "1 hour" },
  { value: "0", label: "Not at all: they stop immediately" },
];

const TEXTS = {
  ...ADMINISTRATION,
  noAnswer:
    "There was no response, so tokens may have moved. Reload the page to see which, and rotate those to get a secret.",
};

export function HandOverForm({ page, memberId, to, tokens, further }: HandOverFormProps) {
  const router = useRouter();
  const { run, message, tell, busy, dialog } = useMemberAction(page, TEXTS);
  const movable = tokens.filter(({ obstacle }) => obstacle === null).map(({ id }) => id);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(movable));
  const [overlap, setOverlap] = useState("604800");
  const [moved, setMoved] = useState<Moved | null>(null);
  const submit = () => {
    if (busy || ticked.size === 0) return;
    const overlapSeconds = Number(overlap) as OverlapSeconds;
    run(
      () => handOver(page, { memberId, toId: to.id, overlapSeconds, tokenIds: [...ticked] }),
      (outcome) => ("said" in outcome ? tell(outcome.said) : setMoved(outcome)),
    );
  };
  const close = (how: HowClosed) => {
    setMoved(null);
    if (how !== "page left") router.replace(to.href);
  };
  const tick = (ids: readonly string[], isTicked: boolean) => setTicked(withItems(ticked, ids, isTicked));
  if (tokens.length === 0) return <EmptyLine>This member has no tokens in use.</EmptyLine>;
  return (
    <>
      <ScriptForm dialog={dialog} onSubmit={submit} className="grid grid-cols-1 gap-6">
        <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
          <Checkbox
            indeterminate={ticked.size > 0 && ticked.size < movable.length}
            className="border-line border-b bg-canvas px-3 py-2 text-quiet text-sm"
            label={`${ticked.size} of ${tokens.length} selected`}
            checked={movable.length > 0 && ticked.size === movable.length}
            disabled={movable.length === 0}
            onChange={(event) => tick(movable, event.target.checked)}
          />
          <ScrollArea label="Tokens to hand over" className="max-h-[60dvh] overflow-y-auto overscroll-contain">
            <ul className="divide-y divide-line">
              {tokens.map((token) => (
                <li key={token.id} className="px-3 py-2 text-sm">
                  <TokenToMove token={token} isTicked={ticked.has(token.id)} onTick={tick} />
                </li>
              ))}
            </ul>
          </ScrollArea>
        </div>
        <p className="-mt-4 text-quiet text-sm">
          {further > 0 && `${further} more appear once these have moved. `}
          Other tokens stop when the member is deactivated.
        </p>
        <SelectField
          label="Keep old secrets for"
          hint="Tokens that expire earlier stop earlier."
          className="sm:max-w-xs"
          value={overlap}
          options={OVERLAP_OPTIONS}
          onChange={(event) => setOverlap(event.target.value)}
        />
        <ErrorNotice text={message} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton disabled={ticked.size === 0} busy={busy}>
            Hand over {ticked.size === 1 ? "1 token" : `${ticked.size} tokens`}
          </SubmitButton>
          <LinkButton href={`/admin/members/${memberId}`}>Cancel</LinkButton>
        </div>
      </ScriptForm>
      {moved !== null && <MovedSecrets {...moved} owner={to.name} total={ticked.size} onClose={close} />}
    </>
  );
}

type TokenToMoveProps = {
  token: OfferedToken;
  isTicked: boolean;
  onTick: (ids: readonly string[], isTicked: boolean) => void;
};

function TokenToMove({ token: { id, name, hint, obstacle, movedTo }, isTicked, onTick }: TokenToMoveProps) {
  return (
    <>
      <Checkbox
        label={
          <>
            <bdi className="font-medium">{name}</bdi> <code className="block text-quiet text-xs leading-5">{hint}</code>
          </>
        }
        checked={isTicked}
        disabled={obstacle !== null}
        aria-describedby={obstacle === null ? undefined : `${id}-why`}
        onChange={(event) => onTick([id], event.target.checked)}
      />
      {obstacle !== null && (
        <p id={`${id}-why`} className="pl-8.5 text-quiet [overflow-wrap:anywhere]">
          {obstacle}{" "}
          {movedTo !== null && (
            <Link href={movedTo} prefetch={false} className="underline underline-offset-4">
              Show
            </Link>
          )}
        </p>
      )}
    </>
  );
}
