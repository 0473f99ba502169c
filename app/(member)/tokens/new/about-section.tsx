"use client";
/** What people will know the token by: its name, and what it is for. */
import { TriangleAlert } from "lucide-react";
import { lengthInWords } from "@/components/tokens/text-length";
import { Card } from "@/components/ui/card";
import { TextField } from "@/components/ui/controls/field";
import { MAX_NAME_LENGTH, MAX_PURPOSE_LENGTH } from "@/lib/tokens/policy";
import type { Draft } from "./draft";

type AboutSectionProps = {
  draft: Draft;
  requirePurpose: boolean;
  nameTaken: boolean;
  errors: { name: string | null; purpose: string | null };
  onChange: (change: Partial<Draft>) => void;
};

export function AboutSection({ draft, requirePurpose, nameTaken, errors, onChange }: AboutSectionProps) {
  return (
    <Card title="About">
      <div className="grid grid-cols-1 gap-5">
        <TextField
          label="Name"
          data-part="name"
          value={draft.name}
          autoComplete="off"
          placeholder="Website sync"
          hint={lengthInWords(draft.name, MAX_NAME_LENGTH) ?? (nameTaken && <NameTaken />)}
          error={errors.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <TextField
          label="Purpose"
          data-part="purpose"
          value={draft.purpose}
          autoComplete="off"
          required={requirePurpose}
          hint={lengthInWords(draft.purpose, MAX_PURPOSE_LENGTH) ?? PURPOSE_HINT}
          error={errors.purpose}
          onChange={(event) => onChange({ purpose: event.target.value })}
        />
      </div>
    </Card>
  );
}

const PURPOSE_HINT = "What will use it, and who to ask about it: “Shows open deals on the website. Ask Wim.”";

function NameTaken() {
  return (
    <span className="flex items-start gap-1.5 text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      You have a token of this name already. Another name is easier to tell apart.
    </span>
  );
}
