"use client";
/** Searches and filters a list; without scripts, by its button. A pasted secret is never in the field, the address or a request. */
import { useRouter } from "next/navigation";
import {
  type ChangeEvent,
  type ClipboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useTransition,
} from "react";
import { type Pasted, readPasted, withoutSecrets } from "@/lib/tokens/pasted";
import { SEARCH_FIELD, SUMMARY_ID } from "../list-names";

type ListFormProps = {
  path: string;
  /** The values of its fields from the address, by name. */
  values: Record<string, string>;
  cursor: string | null;
  /** Shown if part of a token was put into the field. */
  damaged: ReactNode;
  children: ReactNode;
};

/** Long enough for the next key. */
const PAUSE_MS = 250;

export function ListForm({ path, values, cursor, damaged, children }: ListFormProps) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isDamaged, setDamaged] = useState(false);
  const [isSearching, startSearch] = useTransition();

  const stopWaiting = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  const go = (parameters: URLSearchParams, how: "push" | "replace") => {
    stopWaiting();
    const wanted = parameters.size === 0 ? path : `${path}?${parameters}`;
    if (wanted === location.pathname + location.search) return;
    fields.expect(parameters.get(SEARCH_FIELD) ?? "");
    startSearch(() => router[how](wanted, { scroll: false }));
  };
  const goOn = (how: "push" | "replace") => {
    if (form.current !== null) go(parametersOf(form.current), how);
  };
  const fields = useFieldsOfAddress(form, values, () => goOn("replace"));
  useFocusOnNewPage(values, cursor);
  useEffect(() => () => clearTimeout(timer.current), []);

  const take = (pasted: Pasted, field: HTMLInputElement) => {
    setDamaged(pasted.kind === "damaged");
    stopWaiting();
    if (pasted.kind === "text") {
      timer.current = setTimeout(() => goOn("replace"), PAUSE_MS);
      return;
    }
    field.value = "";
    if (pasted.kind === "token") go(new URLSearchParams({ token: pasted.id }), "push");
    else goOn("replace");
  };
  const onChange = ({ target }: ChangeEvent<HTMLFormElement>) => {
    if (isSearchField(target)) return take(readPasted(target.value), target);
    setDamaged(false);
    goOn("push");
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = readPasted(event.clipboardData.getData("text"));
    if (!isSearchField(event.target) || pasted.kind === "text") return;
    // Prevented, so that the secret is never in the field, nor in its undo history.
    event.preventDefault();
    take(pasted, event.target);
  };
  return (
    <>
      {isSearching && <div data-progress className="navigation-progress" aria-hidden />}
      <search aria-label="Tokens">
        <form
          ref={form}
          action={path}
          autoComplete="off"
          className="mb-3 grid grid-cols-1 gap-3"
          onChange={onChange}
          onPaste={onPaste}
          onBlur={() => timer.current !== undefined && goOn("replace")}
          onSubmit={(event) => {
            event.preventDefault();
            goOn("replace");
          }}
        >
          {children}
        </form>
      </search>
      <div role="status">{isDamaged && damaged}</div>
    </>
  );
}

function isSearchField(target: EventTarget): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.name === SEARCH_FIELD;
}

function parametersOf(form: HTMLFormElement): URLSearchParams {
  const given = [...new FormData(form)].map(([name, value]) => [name, withoutSecrets(String(value).trim())]);
  return new URLSearchParams(given.filter(([, value]) => value !== ""));
}

type Values = Record<string, string>;

/** Follows the address. Text typed meanwhile stays: call `expect` with each text sent. `onTypedBefore`: before scripts loaded. */
function useFieldsOfAddress(
  form: RefObject<HTMLFormElement | null>,
  values: Values,
  onTypedBefore: () => void,
): { expect: (text: string) => void } {
  const expected = useRef<string[]>([]);
  const isFirst = useRef(true);
  const address = JSON.stringify(values);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the address changes.
  useEffect(() => {
    if (form.current === null) return;
    if (isFirst.current) {
      isFirst.current = false;
      form.current.noValidate = true;
      if (fieldsOf(form.current).some((field) => field.value !== values[field.name])) onTypedBefore();
      return;
    }
    const text = values[SEARCH_FIELD] ?? "";
    const place = expected.current.indexOf(text);
    expected.current = expected.current.slice(place + 1);
    for (const field of fieldsOf(form.current)) {
      if (field.name !== SEARCH_FIELD || place === -1) field.value = values[field.name] ?? "";
    }
  }, [address]);
  return { expect: (text) => expected.current.push(text) };
}

function fieldsOf(form: HTMLFormElement): (HTMLInputElement | HTMLSelectElement)[] {
  return [...form.elements].filter(
    (field) => (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) && field.name !== "",
  ) as (HTMLInputElement | HTMLSelectElement)[];
}

/** On another page of the list, or if the pressed element has disappeared, the summary gets the focus. */
function useFocusOnNewPage(values: Values, cursor: string | null): void {
  const shown = useRef({ address: JSON.stringify(values), cursor });
  const address = JSON.stringify(values);
  useEffect(() => {
    const before = shown.current;
    shown.current = { address, cursor };
    if (before.address === address && before.cursor === cursor) return;
    const { activeElement, body } = document;
    const isTurned = before.address === address && activeElement?.closest("nav") !== null;
    if (activeElement === body || isTurned) document.getElementById(SUMMARY_ID)?.focus({ preventScroll: true });
  }, [address, cursor]);
}
