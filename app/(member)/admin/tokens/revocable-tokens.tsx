"use client";
/** The list of all tokens, of which several can be chosen and revoked at once. What was chosen stays so under another filter. */
import { useMemo, useState } from "react";
import type { TokenListData } from "@/components/tokens/list/load-list";
import { unpackTokens } from "@/components/tokens/list/packed-tokens";
import type { TokenItem } from "@/components/tokens/list/token-item";
import { TokenList } from "@/components/tokens/list/token-list";
import { CheckboxBox } from "@/components/ui/controls/checkbox";
import { Notice, type NoticeTone } from "@/components/ui/notice";
import { exactTime } from "@/components/ui/relative-time";
import type { PageMember } from "@/lib/session/visitor";
import { hasEnded } from "@/lib/tokens/status";
import type { RevokedSeveral } from "./actions";
import { RevokeDialog } from "./revoke-dialog";
import { SelectionBar } from "./selection-bar";

type RevocableTokensProps = TokenListData & {
  page: PageMember;
};

export function RevocableTokens({ page, packed, entities, now }: RevocableTokensProps) {
  const items = useMemo(() => unpackTokens(packed), [packed]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  // What has been revoked, here or elsewhere, is no choice any more; what could not be stays one.
  const tokens = items.filter((item) => chosen.has(item.id) && isRevocable(item));

  const choose = (items: readonly TokenItem[], among: "chosen" | "left out") => {
    const next = new Set(chosen);
    for (const { id } of items) {
      if (among === "chosen") next.add(id);
      else next.delete(id);
    }
    setChosen(next);
    setOutcome(null);
  };
  return (
    <>
      <TokenList
        items={items}
        entities={entities}
        now={now}
        scope="organization"
        leadOf={(item) =>
          isRevocable(item) ? (
            <CheckboxBox
              aria-label={`Select ${item.name} of ${item.owner.name}`}
              checked={chosen.has(item.id)}
              onChange={(event) => choose([item], event.target.checked ? "chosen" : "left out")}
            />
          ) : (
            // Keeps the names under one another.
            <span className="hidden size-6 shrink-0 @3xl:inline" />
          )
        }
        bar={(shown) => (
          <>
            <SelectionBar
              shown={shown.filter(isRevocable)}
              chosen={tokens}
              onChoose={choose}
              onRevoke={() => setAsking(true)}
            />
            <div role="status">
              {outcome && (
                <Notice tone={toneOf(outcome)} className="mb-3">
                  {inWords(outcome)}
                </Notice>
              )}
            </div>
          </>
        )}
      />
      <RevokeDialog
        open={asking}
        tokens={tokens}
        now={now}
        page={page}
        onRevoked={(answer) => {
          setAsking(false);
          setOutcome(answer);
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

/** `left`: by the administrator, who cancelled. */
type Outcome = RevokedSeveral & { left: number };

function isRevocable({ status }: TokenItem): boolean {
  return !hasEnded(status);
}

function toneOf({ revoked, failed }: RevokedSeveral): NoticeTone {
  if (failed > 0) return "bad";
  return revoked > 0 ? "good" : "info";
}

function inWords({ revoked, before, unknown, failed, stopped, left }: Outcome): string {
  const parts = [
    stopped === null ? "No token was stopped." : `${count(revoked)} stopped at ${exactTime(stopped)}.`,
    before === 0 ? "" : `${count(before)} had been revoked before.`,
    unknown === 0 ? "" : `${count(unknown)} could not be found any more.`,
    left === 0 ? "" : `${count(left)} ${left === 1 ? "was" : "were"} left as ${left === 1 ? "it is" : "they are"}.`,
    failed === 0 ? "" : `${count(failed)} could not be stopped, and may still be accepted: try again.`,
  ];
  return parts.filter(Boolean).join(" ");
}

function count(tokens: number): string {
  return tokens === 1 ? "1 token" : `${tokens} tokens`;
}
