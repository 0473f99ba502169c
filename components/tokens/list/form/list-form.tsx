"use client";
/** Searches and filters a list, without a script by its button. A pasted secret is never in the field, the address or a request. */
import { useRouter } from "next/navigation";
import {
  type ChangeEvent,
  type ClipboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useTransition,
} from "react";
import { type Pasted, readPasted, withoutSecrets } from "@/lib/tokens/pasted";
import { SEARCH_FIELD } from "../list-names";
import { useFieldsOfAddress, useFocusOnNewPage } from "./use-address";

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
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const [isDamaged, setDamaged] = useState(false);
  const [isSearching, startSearch] = useTransition();

  const stopWaiting = () => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
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
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );

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
          onBlur={() => timer.current !== null && goOn("replace")}
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

/** Empty fields are left out. */
function parametersOf(form: HTMLFormElement): URLSearchParams {
  const given = [...new FormData(form)].map(([name, value]) => [name, withoutSecrets(String(value).trim())]);
  return new URLSearchParams(given.filter(([, value]) => value !== ""));
}
