"use client";
/**
 * The command palette: leads to a page, finds a token as the list does, and has a request explained whose id is pasted. Of a token that is
 * pasted whole only the id goes on from here, as in the list.
 */
import { useRouter } from "next/navigation";
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useState } from "react";
import { readAs } from "@/components/session/read-as";
import { NO_CONNECTION, OUT_OF_DATE } from "@/lib/session/sign-in-messages";
import type { PageMember } from "@/lib/session/visitor";
import { readPasted, withoutSecrets } from "@/lib/tokens/pasted";
import { controlClass } from "../../ui/controls/field";
import { Dialog } from "../../ui/dialog/dialog";
import type { Destination } from "../destinations";
import { type Choice, choicesOf, type FoundToken } from "./choices";

type PaletteProps = {
  page: PageMember;
  destinations: readonly Destination[];
  /** Of the list in which a pasted token is looked for. */
  listPath: string;
  onClose: () => void;
};

/** Long enough for the next key to come. */
const PAUSE_MS = 200;

const DAMAGED = "This is not a whole token. It was removed from the field, and sent nowhere.";

export function Palette({ page, destinations, listPath, onClose }: PaletteProps) {
  const router = useRouter();
  const id = useId();
  const [text, setText] = useState("");
  const [told, setTold] = useState<string | null>(null);
  const [place, setPlace] = useState(0);
  const tokens = useFoundTokens(page, text, setTold);
  const choices = choicesOf(text, destinations, tokens);
  const chosen = choices[Math.min(place, choices.length - 1)];

  const go = (href: string) => {
    onClose();
    router.push(href);
  };
  const take = (input: string) => {
    const pasted = readPasted(input);
    setPlace(0);
    setTold(pasted.kind === "damaged" ? DAMAGED : null);
    if (pasted.kind === "token") return go(`${listPath}?token=${pasted.id}`);
    setText(pasted.kind === "text" ? input : "");
  };
  const onPaste = (event: ClipboardEvent) => {
    const input = event.clipboardData.getData("text");
    if (readPasted(input).kind === "text") return;
    // Not even for a moment, and not for Undo to bring back.
    event.preventDefault();
    take(input);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== "Enter") return;
    event.preventDefault();
    if (step !== undefined)
      setPlace((at) => (Math.min(at, choices.length - 1) + step + choices.length) % choices.length);
    else if (chosen !== undefined) go(chosen.href);
  };
  return (
    <Dialog open title="Find and go to" onDismiss={onClose}>
      <input
        type="search"
        role="combobox"
        aria-label="A page, a token or a request id"
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-choices`}
        aria-activedescendant={chosen && `${id}-${chosen.href}`}
        aria-autocomplete="list"
        data-autofocus
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={200}
        placeholder="A page, a token or a request id"
        value={text}
        className={controlClass}
        onChange={(event) => take(event.target.value)}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
      />
      <Choices id={id} choices={choices} chosen={chosen} onChoose={go} />
      <p role="status" className="text-quiet text-sm empty:hidden">
        {told ?? (choices.length === 0 && "Nothing is called that.")}
      </p>
    </Dialog>
  );
}

type ChoicesProps = {
  id: string;
  choices: readonly Choice[];
  chosen: Choice | undefined;
  onChoose: (href: string) => void;
};

function Choices({ id, choices, chosen, onChoose }: ChoicesProps) {
  return (
    <div
      id={`${id}-choices`}
      role="listbox"
      aria-label="Choices"
      className="-mx-2 grid max-h-[50dvh] grid-cols-1 overflow-y-auto empty:hidden"
    >
      {choices.map(({ href, label, note }) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus, and the keys.
        <div
          key={href}
          id={`${id}-${href}`}
          role="option"
          aria-selected={href === chosen?.href}
          onClick={() => onChoose(href)}
          className="flex min-h-9 cursor-pointer items-center justify-between gap-4 rounded-md px-2 py-1 text-sm hover:bg-sunken aria-selected:bg-accent-soft aria-selected:text-accent"
        >
          <bdi className="min-w-0 truncate font-medium">{label}</bdi>
          <span className="shrink-0 text-quiet text-xs">{note}</span>
        </div>
      ))}
    </div>
  );
}

/** Of the last text that was answered. */
function useFoundTokens(page: PageMember, text: string, tell: (words: string | null) => void): readonly FoundToken[] {
  const [found, setFound] = useState<readonly FoundToken[]>([]);
  const sought = withoutSecrets(text.trim());
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for another text, and only then.
  useEffect(() => {
    if (sought === "") return setFound([]);
    let isPast = false;
    const timer = setTimeout(async () => {
      const answer = await readAs<{ tokens: FoundToken[] }>(page, "/tokens/find", { q: sought }).catch(() => null);
      if (isPast) return;
      if (answer === null) return tell(NO_CONNECTION);
      if ("refused" in answer) return tell(OUT_OF_DATE);
      setFound(answer.tokens);
    }, PAUSE_MS);
    return () => {
      isPast = true;
      clearTimeout(timer);
    };
  }, [sought]);
  return found;
}
