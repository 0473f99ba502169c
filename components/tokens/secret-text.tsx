"use client";
/** The secret itself: masked until revealed, with the same length and position, so that nothing moves. */
import { Eye, EyeOff } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "../ui/controls/button";
import { CopyButton } from "../ui/controls/copy-button";
import { maskToken } from "./secret-lines";

type SecretTextProps = {
  text: string;
  /** "token", "secret". */
  what?: string;
  /** How many characters at its start are no secret. */
  visible?: number;
  revealed: boolean;
  onReveal: (revealed: boolean) => void;
  onCopied: () => void;
};

export function SecretText({ text, what = "token", visible, revealed, onReveal, onCopied }: SecretTextProps) {
  const shown = useRef<HTMLElement>(null);
  const [failed, setFailed] = useState(false);

  // If copying fails, everything is selected so that the person can copy it.
  const copyByHand = () => {
    setFailed(true);
    onReveal(true);
    requestAnimationFrame(() => shown.current && selectContents(shown.current));
  };
  return (
    <div className="grid gap-3">
      <code
        ref={shown}
        data-secret
        className="block break-all rounded-control border border-edge bg-sunken px-3.5 py-3 font-mono text-[0.8125rem] leading-relaxed"
        onCopy={() => {
          if (window.getSelection()?.toString().trim() === text) onCopied();
        }}
      >
        {revealed ? text : <Masked text={maskToken(text, visible)} />}
      </code>
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton
          data-autofocus
          look="primary"
          size="normal"
          label={`Copy ${what}`}
          text={text}
          onCopy={(outcome) => (outcome === "copied" ? onCopied() : copyByHand())}
        />
        {/* Wide enough for either label, so that nothing moves. */}
        <Button className="min-w-28" onClick={() => onReveal(!revealed)}>
          {revealed ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          {revealed ? "Hide" : "Reveal"}
        </Button>
      </div>
      {failed && (
        <p role="alert" className="text-sm">
          The {what} is selected for you: press Ctrl+C, or ⌘C on a Mac. It does not count as copied before that.
        </p>
      )}
    </div>
  );
}

function Masked({ text }: { text: string }) {
  return (
    <>
      <span aria-hidden className="select-none">
        {text}
      </span>
      <span className="sr-only">Hidden.</span>
    </>
  );
}

function selectContents(element: HTMLElement): void {
  const range = document.createRange();
  range.selectNodeContents(element);
  const selection = window.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}
