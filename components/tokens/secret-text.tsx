"use client";
/** The secret itself: masked until revealed, with the same length and position, so that nothing moves. */
import { Eye, EyeOff } from "lucide-react";
import { Button } from "../ui/controls/button";
import { CopyButton } from "../ui/controls/copy-button";
import { maskToken } from "./secret-lines";

type SecretTextProps = {
  text: string;
  /** "token", "secret". */
  what?: string;
  /** How many characters at its start are not secret. */
  visible?: number;
  revealed: boolean;
  onReveal: (revealed: boolean) => void;
  onCopied: () => void;
};

export function SecretText({ text, what = "token", visible, revealed, onReveal, onCopied }: SecretTextProps) {
  return (
    <div className="grid gap-3">
      <code
        data-secret
        className="block break-all rounded-control border border-edge bg-sunken px-3.5 py-3 font-mono text-[0.8125rem] leading-relaxed"
        onCopy={() => {
          if (window.getSelection()?.toString().trim() === text) onCopied();
        }}
      >
        {revealed ? (
          text
        ) : (
          <>
            <span aria-hidden className="select-none">
              {maskToken(text, visible)}
            </span>
            <span className="sr-only">Hidden.</span>
          </>
        )}
      </code>
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton
          data-autofocus
          look="primary"
          size="normal"
          label={`Copy ${what}`}
          text={text}
          onCopied={onCopied}
        />
        {/* Wide enough for either label, so that nothing moves. */}
        <Button icon={revealed ? EyeOff : Eye} className="min-w-28" onClick={() => onReveal(!revealed)}>
          {revealed ? "Hide" : "Reveal"}
        </Button>
      </div>
    </div>
  );
}
