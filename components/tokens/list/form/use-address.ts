/** Keeps a form in sync with the address of its page, and preserves the focus. */
import { type RefObject, useEffect, useRef } from "react";
import { SEARCH_FIELD, SUMMARY_ID } from "../list-names";

type Values = Record<string, string>;

/** Follows the address. Text typed meanwhile stays: call `expect` with each text sent. `onTypedBefore`: before scripts loaded. */
export function useFieldsOfAddress(
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
export function useFocusOnNewPage(values: Values, cursor: string | null): void {
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
