"use client";
/** Copies a text. If the clipboard refuses, nothing counts as copied, and the person sees what to do instead. */
import { Check, Copy } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Button } from "./button";

type CopyOutcome = "copied" | "failed";

type CopyButtonProps = Omit<ComponentProps<typeof Button>, "onClick" | "children"> & {
  text: string;
  /** "Copy", or what it copies if that is not clear from the context. */
  label?: string;
  onCopy?: (outcome: CopyOutcome) => void;
};

export function CopyButton({ text, label = "Copy", onCopy, size = "small", ...button }: CopyButtonProps) {
  // The text that was copied rather than a flag: a different text is not copied yet.
  const [last, setLast] = useState<{ text: string; outcome: CopyOutcome } | null>(null);
  const outcome = last?.text === text ? last.outcome : null;

  const copy = async () => {
    const reached = await write(text);
    setLast({ text, outcome: reached });
    onCopy?.(reached);
  };
  return (
    <span className="inline-flex flex-wrap items-center gap-y-2">
      <Button {...button} size={size} onClick={copy}>
        {outcome === "copied" ? <Check aria-hidden /> : <Copy aria-hidden />}
        {label}
      </Button>
      <span role="status" className="not-empty:ml-2 text-quiet text-sm">
        {outcome === "copied" && "Copied"}
        {outcome === "failed" && "The browser did not let us copy. Select the text and copy it yourself."}
      </span>
    </span>
  );
}

async function write(text: string): Promise<CopyOutcome> {
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    return "failed";
  }
}
