"use client";
/** Recovers what was typed before the page's scripts had loaded. React does not know it, and overwrites it. */
import { type RefObject, useLayoutEffect, useRef } from "react";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type Early = { control: Control; value: string; checked: boolean };

/** For an element around controlled fields. Recorded before the first re-render, which could already overwrite it. */
export function useEarlyInput<Around extends HTMLElement = HTMLFormElement>(): RefObject<Around | null> {
  const around = useRef<Around>(null);
  useLayoutEffect(() => {
    const controls = [...(around.current?.querySelectorAll<Control>("input, select, textarea") ?? [])];
    void repeatAll(controls.filter(wasChanged).map(toEarly));
  }, []);
  return around;
}

function toEarly(control: Control): Early {
  return { control, value: control.value, checked: (control as HTMLInputElement).checked };
}

/** One after the other, with React's updates in between, so that each handler sees the effect of the one before. */
async function repeatAll(all: Early[]): Promise<void> {
  for (const early of all) {
    await null;
    repeat(early);
  }
}

function wasChanged(control: Element): boolean {
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    return options.some((option) => option.defaultSelected && !option.selected);
  }
  if (!(control instanceof HTMLInputElement)) {
    return control instanceof HTMLTextAreaElement && control.value !== control.defaultValue;
  }
  if (control.type === "radio") return control.checked && !control.defaultChecked;
  if (control.type === "checkbox") return control.checked !== control.defaultChecked;
  return control.type !== "hidden" && control.value !== control.defaultValue;
}

function repeat({ control, value, checked }: Early): void {
  if (control instanceof HTMLSelectElement) {
    control.value = value;
    tell(control, "change");
  } else if (control.type === "radio" || control.type === "checkbox") {
    (control as HTMLInputElement).checked = !checked;
    control.click();
  } else {
    typeAgain(control, value);
  }
}

/** React tracks values that are assigned to the control, and calls its handler only if an event brings a different one. */
function typeAgain(control: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const { selectionStart, selectionEnd } = control;
  control.value = control.defaultValue;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, value);
  if (selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd);
  tell(control, "input");
}

function tell(control: Control, event: "input" | "change"): void {
  control.dispatchEvent(new Event(event, { bubbles: true }));
}
