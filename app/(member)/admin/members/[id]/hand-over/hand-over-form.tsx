"use client";
/**
 * What moves, what stays and what has moved before, how long the old secrets go on, and then the new ones, once. It stays on the page
 * when there is nothing left to move: the secrets are in it.
 */
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { useIdentity } from "@/components/session/use-identity";
import { Card } from "@/components/ui/card";
import { Button, LinkButton } from "@/components/ui/controls/button";
import { SelectField } from "@/components/ui/controls/field";
import { ScriptForm } from "@/components/ui/controls/script-form";
import { EmptyLine } from "@/components/ui/empty";
import { ErrorNotice } from "@/components/ui/notice";
import { ScrollArea } from "@/components/ui/scroll-area";
import type { ActionRefusal } from "@/lib/session/action";
import type { PageMember } from "@/lib/session/visitor";
import type { OverlapSeconds } from "@/lib/tokens/policy";
import { handOver } from "./actions";
import { handOverInParts, NOTHING_MOVED } from "./in-parts";
import { MovedSecrets, type Moving } from "./moved-secrets";

type HandOverFormProps = {
  page: PageMember;
  memberId: string;
  to: { id: string; name: string; href: string };
  tokens: { id: string; name: string; hint: string; hindrance: string | null }[];
  /** The tokens in the place of those that were handed over before. */
  before: { id: string; name: string; hint: string; owner: string }[];
};

const OVERLAP_OPTIONS = [
  { value: "604800", label: "7 days" },
  { value: "86400", label: "24 hours" },
  { value: "3600", label: "1 hour" },
  { value: "0", label: "Not at all: they stop at once" },
];

const NO_ADMINISTRATOR = "Only administrators can do this. You are no longer one.";
const NO_ANSWER =
  "There was no response, so some of the rest may have moved. Load this page again: it shows what is still here. Rotate what has moved, and it gets a new secret.";

function stoppedBefore({ refused }: ActionRefusal, count: number): string {
  const rest = count === 1 ? "1 token has" : `${count} tokens have`;
  const why =
    refused === "another-organization"
      ? "In another tab you have gone to another organisation"
      : "You have to prove again who you are";
  return `${why}, so ${rest} not moved yet. Open this page again, and hand over the rest.`;
}

export function HandOverForm({ page, memberId, to, tokens, before }: HandOverFormProps) {
  const router = useRouter();
  const identity = useIdentity(page, NO_ADMINISTRATOR);
  const [overlap, setOverlap] = useState("604800");
  const [error, setError] = useState<string | null>(null);
  const [moving, setMoving] = useState<Moving | null>(null);
  const isCancelled = useRef(false);
  const movable = tokens.filter(({ hindrance }) => hindrance === null);
  const staying = tokens.filter(({ hindrance }) => hindrance !== null);

  const run = async (tokenIds: readonly string[]) => {
    const [overlapSeconds, total] = [Number(overlap) as OverlapSeconds, tokenIds.length];
    isCancelled.current = false;
    setError(null);
    // Before anything has moved: from the first secret on, leaving is asked about.
    setMoving({ ...NOTHING_MOVED, isOn: true, total, to: to.name });
    const { moved, stayed, rest, obstacle } = await handOverInParts(tokenIds, {
      send: (part) => handOver(page, { memberId, toId: to.id, overlapSeconds, tokenIds: part }),
      onProgress: (now) => setMoving((former) => former && { ...former, ...now }),
      isCancelled: () => isCancelled.current,
    });
    // What has moved meanwhile is shown by the page.
    if (isCancelled.current) return router.refresh();
    const hasMoved = moved.length > 0 || stayed.length > 0;
    setMoving(hasMoved ? { moved, stayed, isOn: false, total, to: to.name } : null);
    if (obstacle === "no answer") setError(NO_ANSWER);
    else if (obstacle !== null && "said" in obstacle) setError(obstacle.said);
    // Whoever does not go on is still to see the secrets of what has moved.
    else if (obstacle !== null)
      setError(hasMoved ? stoppedBefore(obstacle, rest.length) : identity.ask(obstacle, () => run(tokenIds)));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (moving === null) run(movable.map(({ id }) => id));
  };
  const leave = (how: "closed" | "page left") => {
    isCancelled.current = true;
    setMoving(null);
    if (how === "page left") return;
    if (!moving?.isOn) router.replace(to.href);
    router.refresh();
  };
  return (
    <>
      <ScriptForm onSubmit={submit} className="grid grid-cols-1 gap-6">
        {movable.length > 0 && (
          <Card
            title={movable.length === 1 ? "1 token moves" : `${movable.length} tokens move`}
            description={`To ${to.name}, with new secrets.`}
          >
            <TokenNames label="Tokens that move" tokens={movable} />
          </Card>
        )}
        {staying.length > 0 && (
          <Card
            title={staying.length === 1 ? "1 token stays" : `${staying.length} tokens stay`}
            description="They stop when the member is deactivated."
          >
            <TokenNames label="Tokens that stay" tokens={staying} />
          </Card>
        )}
        <MovedBefore tokens={before} />
        {tokens.length === 0 && before.length === 0 && <EmptyLine>No token of this member is in use.</EmptyLine>}
        {movable.length > 0 && (
          <SelectField
            label="How long can the old secrets go on?"
            hint="Never beyond a token’s own expiry."
            value={overlap}
            options={OVERLAP_OPTIONS}
            onChange={(event) => setOverlap(event.target.value)}
          />
        )}
        <ErrorNotice text={error} />
        <div className="flex flex-wrap gap-3">
          {movable.length > 0 && (
            <Button type="submit" look="primary">
              Hand over {movable.length === 1 ? "1 token" : `${movable.length} tokens`}
            </Button>
          )}
          <LinkButton href={`/admin/members/${memberId}`}>{movable.length > 0 ? "Cancel" : "Back"}</LinkButton>
        </div>
      </ScriptForm>
      {identity.dialog}
      {moving !== null && <MovedSecrets moving={moving} obstacle={error} onClose={leave} />}
    </>
  );
}

type Named = HandOverFormProps["tokens"];

function TokenNames({ label, tokens }: { label: string; tokens: Named }) {
  return (
    <ScrollArea
      label={label}
      className="overflow-y-auto overscroll-contain max-h-80 rounded-control bg-sunken px-3 py-1.5 text-sm"
    >
      <ul>
        {tokens.map(({ id, name, hint, hindrance }) => (
          <li key={id} className="py-1.5 [overflow-wrap:anywhere]">
            <span className="block font-medium">
              <bdi>{name}</bdi>
            </span>
            <code className="text-[0.8125rem]">{hint}</code>
            {hindrance !== null && <span className="block text-quiet">{hindrance}</span>}
          </li>
        ))}
      </ul>
    </ScrollArea>
  );
}

/** Also the way back to whoever left before they had the new secrets. */
function MovedBefore({ tokens }: { tokens: HandOverFormProps["before"] }) {
  if (tokens.length === 0) return null;
  return (
    <Card
      title={tokens.length === 1 ? "1 token has moved already" : `${tokens.length} tokens have moved already`}
      description="The old secrets work on for a while. Is a new one lost? Rotate its token, and it gets another."
    >
      <ScrollArea
        label="Tokens that have moved"
        className="overflow-y-auto overscroll-contain max-h-80 rounded-control bg-sunken px-3 py-1.5 text-sm"
      >
        <ul>
          {tokens.map(({ id, name, hint, owner }) => (
            <li key={id} className="py-1.5 [overflow-wrap:anywhere]">
              <Link href={`/tokens/${id}`} prefetch={false} className="font-medium underline underline-offset-4">
                <bdi>{name}</bdi>
              </Link>{" "}
              <span className="text-quiet">
                of <bdi>{owner}</bdi>
              </span>
              <code className="block text-[0.8125rem]">{hint}</code>
            </li>
          ))}
        </ul>
      </ScrollArea>
    </Card>
  );
}
