"use client";
/** What the token will be, while the form is filled in: in a sentence, in endpoints, and in the API's own codes. */
import { Eye, PenLine, ShieldQuestionMark, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Badge, type Tone } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { LocalDay } from "@/components/ui/local-day";
import type { Scopes } from "@/lib/model";
import type { EntityRights } from "@/lib/tokens/permissions";
import { describeScopes, type ScopeReview } from "@/lib/tokens/review";
import { hiddenFieldsOf } from "./hidden-fields";
import { ReviewEndpoints } from "./review-endpoints";
import { ReviewWarnings } from "./review-warnings";

type ReviewPanelProps = {
  scopes: Scopes;
  rights: readonly EntityRights[];
  expires: Date | null | undefined;
  requestsPerMinute: number;
  children: ReactNode;
};

const RISKS: Record<ScopeReview["risk"], { tone: Tone; icon: typeof Eye; text: string }> = {
  nothing: { tone: "neutral", icon: ShieldQuestionMark, text: "Can do nothing" },
  reads: { tone: "good", icon: Eye, text: "Reads only" },
  writes: { tone: "accent", icon: PenLine, text: "Writes" },
  deletes: { tone: "warn", icon: Trash2, text: "Can delete" },
};

export function ReviewPanel({ scopes, rights, expires, requestsPerMinute, children }: ReviewPanelProps) {
  const { risk, sentence, endpoints, warnings } = describeScopes(scopes, rights);
  const { tone, icon, text } = RISKS[risk];
  return (
    <Card
      title="Review"
      actions={
        <Badge tone={tone} icon={icon}>
          {text}
        </Badge>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 text-sm">
        <p aria-live="polite">{sentence}</p>
        <ReviewWarnings warnings={warnings} />
        <ReviewEndpoints endpoints={endpoints} />
        <dl className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-4 gap-y-1.5">
          <Fact name="Expires">
            {expires === undefined ? "not chosen yet" : expires ? <LocalDay at={expires} /> : "never"}
          </Fact>
          <Fact name="Limit">{requestsPerMinute.toLocaleString("en-GB")} requests a minute</Fact>
          <Fact name="Hidden fields">{hiddenFieldsOf(scopes, rights)}</Fact>
        </dl>
        {children}
      </div>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-quiet">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}
