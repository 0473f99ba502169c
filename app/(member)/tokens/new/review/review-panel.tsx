"use client";
import { Eye, PenLine, ShieldQuestionMark, Trash2 } from "lucide-react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { SmallMatrix } from "@/components/tokens/matrix/small-matrix";
import { Card } from "@/components/ui/card";
import { useInBrowser } from "@/components/ui/controls/use-in-browser";
import { useUnfolded } from "@/components/ui/controls/use-unfolded";
import { ScrollArea } from "@/components/ui/scroll-area";
import { Badge, type Tone } from "@/components/ui/text/badge";
import { Breakable } from "@/components/ui/text/breakable";
import { FactRow } from "@/components/ui/text/fact";
import { exactDay, localDay } from "@/components/ui/time/relative-time";
import type { Scopes, TokenLimits } from "@/lib/model";
import { type LimitProblem, numberProblems } from "@/lib/tokens/limits";
import type { OwnerWords } from "@/lib/tokens/owner-words";
import type { EntityPermissions } from "@/lib/tokens/permissions";
import { describeScopes, type ScopeReview, type ScopeWarning, type UsableEndpoint } from "@/lib/tokens/read/review";
import { hiddenFieldsOf, markOfReached, reachedEntities } from "./reach";

type ReviewPanelProps = {
  scopes: Scopes;
  limits: TokenLimits;
  permissions: readonly EntityPermissions[];
  words: OwnerWords;
  expires: Date | null | undefined;
  /** The service's own limit, for every token. */
  requestsPerMinute: number;
  children: ReactNode;
};

const RISKS: Record<ScopeReview["risk"], { tone: Tone; icon: typeof Eye; text: string }> = {
  nothing: { tone: "neutral", icon: ShieldQuestionMark, text: "Can do nothing" },
  reads: { tone: "good", icon: Eye, text: "Reads only" },
  writes: { tone: "accent", icon: PenLine, text: "Writes" },
  deletes: { tone: "warn", icon: Trash2, text: "Can delete" },
};

export function ReviewPanel(props: ReviewPanelProps) {
  const { scopes, permissions, words, expires, requestsPerMinute, children } = props;
  const limits = soundLimits(props.limits);
  const { risk, sentence, endpoints, warnings } = describeScopes(scopes, permissions, limits, words);
  const requests = Math.min(limits.requestsPerMinute ?? requestsPerMinute, requestsPerMinute);
  return (
    <Card title="Review" actions={<Badge {...RISKS[risk]} />}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 text-sm">
        <p aria-live="polite" className="[overflow-wrap:anywhere]">
          {sentence}
        </p>
        <ReachMatrix entities={reachedEntities(scopes, permissions, limits)} />
        <ReviewWarnings warnings={warnings} />
        <ReviewEndpoints endpoints={endpoints} />
        <dl className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-4 gap-y-1.5">
          <FactRow name="Expires">
            {expires === undefined ? "not chosen yet" : expires ? <LocalDay at={expires} /> : "never"}
          </FactRow>
          <FactRow name="Limit">{requests.toLocaleString("en-GB")} requests a minute</FactRow>
          <FactRow name="Fields">{hiddenFieldsOf(scopes, permissions, limits)}</FactRow>
        </dl>
        {children}
      </div>
    </Card>
  );
}

/** In the reader's own time zone, as in date fields. */
function LocalDay({ at }: { at: Date }) {
  return <time dateTime={at.toISOString()}>{useInBrowser(() => localDay(at), exactDay(at))}</time>;
}

const MOST_SHOWN = 20;

function ReachMatrix({ entities }: { entities: ReturnType<typeof reachedEntities> }) {
  const { isOpen, details } = useUnfolded();
  const matrix = (
    <SmallMatrix caption="What it comes to, by entity and verb" entities={entities} markOf={markOfReached} />
  );
  if (entities.length <= MOST_SHOWN) return matrix;
  return (
    <details {...details} className="grid gap-2">
      <summary className="flex min-h-6 items-center text-accent underline underline-offset-2">
        All {entities.length} entities
      </summary>
      {isOpen && <div className="mt-2">{matrix}</div>}
    </details>
  );
}

/** Leaves out invalid limits, whose problems are shown at their fields. */
function soundLimits(limits: TokenLimits): TokenLimits {
  const problems = numberProblems(limits);
  const isSound = (part: LimitProblem["part"]) => problems.every((problem) => problem.part !== part);
  return {
    ...limits,
    allowedAddresses: isSound("allowedAddresses") ? limits.allowedAddresses : [],
    requestsPerMinute: isSound("requestsPerMinute") ? limits.requestsPerMinute : null,
  };
}

const SHOWN = 3;

/** Surprising effects, with the API's own codes. If there are many, the first few; those with a code come first. */
function ReviewWarnings({ warnings }: { warnings: readonly ScopeWarning[] }) {
  if (warnings.length === 0) return null;
  const sorted = [...warnings].sort((a, b) => Number(a.code === null) - Number(b.code === null));
  const folded = sorted.slice(SHOWN);
  return (
    <div className="grid grid-cols-1 gap-2">
      <WarningList label="Warnings" warnings={sorted.slice(0, SHOWN)} />
      {folded.length > 0 && (
        <details>
          <summary className="flex min-h-6 items-center text-accent underline underline-offset-2">
            {folded.length === 1 ? "One more warning" : `${folded.length} more warnings`}
          </summary>
          <WarningList className="mt-2" label="More warnings" warnings={folded} />
        </details>
      )}
    </div>
  );
}

type WarningListProps = { label: string; warnings: readonly ScopeWarning[]; className?: string };

function WarningList({ label, warnings, className = "" }: WarningListProps) {
  return (
    <ul aria-label={label} className={`grid grid-cols-1 gap-2 [overflow-wrap:anywhere] ${className}`}>
      {warnings.map(({ entityKey, code, text }) => (
        <li key={`${entityKey} ${text}`} className="rounded-control border border-warn/40 bg-warn-soft px-3 py-2">
          {code && <code className="block break-all font-mono font-semibold text-warn text-xs">{code}</code>}
          {text}
        </li>
      ))}
    </ul>
  );
}

const MOST_UNFOLDED = 50;

function ReviewEndpoints({ endpoints }: { endpoints: readonly UsableEndpoint[] }) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? endpoints.length <= MOST_UNFOLDED;
  const toggle = (event: MouseEvent) => {
    // Otherwise the element would open before the list is in it.
    event.preventDefault();
    setChosen(!isOpen);
  };
  return (
    <details open={isOpen}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button to browsers and to their users. */}
      <summary onClick={toggle} className="flex min-h-6 items-center font-medium">
        {endpoints.length} endpoints will work
        <span aria-hidden className="ml-2 font-normal text-accent underline underline-offset-2">
          {isOpen ? "hide" : "show"}
        </span>
      </summary>
      {isOpen && (
        <ScrollArea
          label="Endpoints"
          className="overflow-y-auto overscroll-contain mt-2 max-h-52 rounded-control bg-sunken px-3 py-2"
        >
          <ul className="grid grid-cols-1 gap-1 font-mono text-xs">
            {endpoints.map(({ method, path }) => (
              <li key={`${method} ${path}`} className="flex flex-wrap">
                <span className="w-12 shrink-0 text-quiet">{method}</span>
                <span className="min-w-[min(7rem,100%)] flex-1 [overflow-wrap:anywhere]">
                  <Breakable text={path} />
                </span>
              </li>
            ))}
          </ul>
        </ScrollArea>
      )}
    </details>
  );
}
