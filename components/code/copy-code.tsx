"use client";
/** Copies the code that is shown in the same element: of several variants, the visible one. */
import { Check, Copy } from "lucide-react";
import { useRef, useState } from "react";

/** The text in place of the shown code, such as one with a secret that is masked, and what to do once it is copied. */
export type Copied = { text: string; onCopied: () => void };

/** Place it in an element with `data-code`. `label`: what it copies. */
export function CopyCode({ label, copied }: { label: string; copied?: Copied | undefined }) {
  const button = useRef<HTMLButtonElement>(null);
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);

  const copy = async () => {
    const shown = [...(button.current?.closest("[data-code]")?.querySelectorAll("pre") ?? [])];
    const text = copied?.text ?? shown.find((code) => code.checkVisibility())?.textContent ?? "";
    const reached = await navigator.clipboard.writeText(text).then(
      () => "copied" as const,
      () => "failed" as const,
    );
    setOutcome(reached);
    if (reached === "copied") copied?.onCopied();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        onClick={copy}
        className="grid size-8 shrink-0 place-items-center rounded-control text-quiet hover:bg-surface hover:text-ink print:hidden"
      >
        {outcome === "copied" ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
      </button>
      <span role="status" className="sr-only">
        {outcome === "copied" && "Copied"}
        {outcome === "failed" && "The browser did not let us copy. Select the text and copy it yourself."}
      </span>
    </>
  );
}
