"use client";
/** What moves and what stays, how long the old secrets go on, and then the new ones, once. */
import { useRouter } from "next/navigation";
import { type FormEvent, useState, useTransition } from "react";
import { useIdentity } from "@/components/session/use-identity";
import { Card } from "@/components/ui/card";
import { Button, LinkButton } from "@/components/ui/controls/button";
import { SelectField } from "@/components/ui/controls/field";
import { ScriptForm } from "@/components/ui/controls/script-form";
import { ErrorNotice } from "@/components/ui/notice";
import type { PageMember } from "@/lib/session/visitor";
import type { OverlapSeconds } from "@/lib/tokens/policy";
import { handOver, type Moved } from "./actions";
import { handOverInParts } from "./in-parts";
import { MovedSecrets } from "./moved-secrets";

type HandOverFormProps = {
  page: PageMember;
  memberId: string;
  to: { id: string; name: string; href: string };
  tokens: { id: string; name: string; hint: string; hindrance: string | null }[];
};

const OVERLAP_OPTIONS = [
  { value: "604800", label: "7 days" },
  { value: "86400", label: "24 hours" },
  { value: "3600", label: "1 hour" },
  { value: "0", label: "Not at all: they stop at once" },
];

const NO_ADMINISTRATOR = "Only administrators can do this. You are none any more.";
const NO_ANSWER =
  "No answer came, so some of the rest may have moved. Load this page again: it shows what is still here. Rotate what has moved, and it gets a new secret.";

function stoppedBefore(count: number): string {
  const rest = count === 1 ? "1 token has" : `${count} tokens have`;
  return `You have to prove again who you are, so ${rest} not moved yet. Open this page again, and hand over the rest.`;
}

export function HandOverForm({ page, memberId, to, tokens }: HandOverFormProps) {
  const router = useRouter();
  const identity = useIdentity(page, NO_ADMINISTRATOR);
  const [busy, start] = useTransition();
  const [overlap, setOverlap] = useState("604800");
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState<Moved | null>(null);
  const moving = tokens.filter(({ hindrance }) => hindrance === null);
  const staying = tokens.filter(({ hindrance }) => hindrance !== null);

  const run = (tokenIds: readonly string[]) =>
    start(async () => {
      setError(null);
      const overlapSeconds = Number(overlap) as OverlapSeconds;
      const send = (part: string[]) => handOver(page, { memberId, toId: to.id, overlapSeconds, tokenIds: part });
      const { moved, stayed, rest, obstacle } = await handOverInParts(tokenIds, send);
      const again = () => run(tokenIds);
      const hasMoved = moved.length > 0 || stayed.length > 0;
      if (obstacle === "no answer") setError(NO_ANSWER);
      else if (obstacle !== null && "said" in obstacle) setError(obstacle.said);
      // Whoever does not go on is still to see the secrets of what has moved.
      else if (obstacle !== null) setError(hasMoved ? stoppedBefore(rest.length) : identity.ask(obstacle, again));
      if (hasMoved) setDone({ moved, stayed });
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    run(moving.map(({ id }) => id));
  };
  const leave = (how: "closed" | "page left") => {
    setDone(null);
    if (how === "closed") router.replace(to.href);
  };
  return (
    <>
      <ScriptForm onSubmit={submit} className="grid grid-cols-1 gap-6">
        {moving.length > 0 && (
          <Card
            title={moving.length === 1 ? "1 token moves" : `${moving.length} tokens move`}
            description={`To ${to.name}, with new secrets.`}
          >
            <TokenNames label="Tokens that move" tokens={moving} />
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
        {moving.length > 0 && (
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
          {moving.length > 0 && (
            <Button type="submit" look="primary" busy={busy}>
              Hand over {moving.length === 1 ? "1 token" : `${moving.length} tokens`}
            </Button>
          )}
          <LinkButton href={`/admin/members/${memberId}`}>Cancel</LinkButton>
        </div>
      </ScriptForm>
      {identity.dialog}
      {done !== null && <MovedSecrets {...done} obstacle={error} to={to.name} onClose={leave} />}
    </>
  );
}

type Named = HandOverFormProps["tokens"];

function TokenNames({ label, tokens }: { label: string; tokens: Named }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
      tabIndex={0}
      className="max-h-80 overflow-y-auto overscroll-contain rounded-control bg-sunken px-3 py-1.5 text-sm"
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
    </section>
  );
}
