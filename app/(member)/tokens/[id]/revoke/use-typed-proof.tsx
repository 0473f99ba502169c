"use client";
/** Requires the proof to be typed before tokens are revoked. If none is needed, a confirmation is enough. */
import { type FormEvent, type ReactNode, useState } from "react";
import { TextField } from "@/components/ui/controls/field";
import { ScriptForm } from "@/components/ui/controls/script-form";
import type { TypedProof } from "./typed-proof";

type Proving = { proof: TypedProof | null; busy: boolean; onProven: (typed: string) => void };

export function useTypedProof({ proof, busy, onProven }: Proving): { confirm: () => void; field: ReactNode } {
  const [typed, setTyped] = useState("");
  const [mismatch, setMismatch] = useState<string | null>(null);
  const confirm = () => {
    if (busy) return;
    if (proof !== null && !proof.isGiven(typed)) return setMismatch(proof.mismatch);
    setMismatch(null);
    onProven(typed);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm();
  };
  const field = proof && (
    <ScriptForm onSubmit={submit} noValidate>
      <TextField
        label={proof.label}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        error={mismatch}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ScriptForm>
  );
  return { confirm, field };
}
