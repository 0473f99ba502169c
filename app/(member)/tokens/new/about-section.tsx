"use client";
import { TriangleAlert } from "lucide-react";
import { formatLength } from "@/components/tokens/text-length";
import { Card } from "@/components/ui/card";
import { TextField } from "@/components/ui/controls/field";
import { MAX_NAME_LENGTH, MAX_PURPOSE_LENGTH } from "@/lib/tokens/policy";
import type { Draft } from "./draft";

type AboutSectionProps = {
  draft: Draft;
  requirePurpose: boolean;
  /** An unused name similar to the typed one, if another working token already has that; null: none has it. */
  freeName: string | null;
  errors: { name: string | null; purpose: string | null };
  onChange: (change: Partial<Draft>) => void;
};

export function AboutSection({ draft, requirePurpose, freeName, errors, onChange }: AboutSectionProps) {
  return (
    <Card title="About">
      <div className="grid grid-cols-1 gap-5">
        <TextField
          label="Name"
          autoFocus
          data-part="name"
          value={draft.name}
          autoComplete="off"
          placeholder="Website sync"
          hint={
            formatLength(draft.name, MAX_NAME_LENGTH) ??
            (freeName !== null && <NameTaken freeName={freeName} onUse={() => onChange({ name: freeName })} />)
          }
          error={errors.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <TextField
          label="Purpose"
          data-part="purpose"
          value={draft.purpose}
          autoComplete="off"
          required={requirePurpose}
          hint={formatLength(draft.purpose, MAX_PURPOSE_LENGTH) ?? PURPOSE_HINT}
          error={errors.purpose}
          onChange={(event) => onChange({ purpose: event.target.value })}
        />
      </div>
    </Card>
  );
}

const PURPOSE_HINT = "What will use it, and who to ask about it: “Shows open deals on the website. Ask Wim.”";

function NameTaken({ freeName, onUse }: { freeName: string; onUse: () => void }) {
  return (
    <span className="flex items-start gap-1.5 text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        You have a working token of this name.{" "}
        <button type="button" onClick={onUse} className="min-h-6 text-left text-accent underline underline-offset-2">
          Use “<bdi>{freeName}</bdi>”
        </button>
      </span>
    </span>
  );
}
