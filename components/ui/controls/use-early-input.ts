"use client";
/**
 * What was typed or chosen before the page's scripts could hear it, on a slow network or by a browser that fills in a form.
 * React leaves it on the screen, knows nothing of it, and writes over it with the next change.
 */
import { type RefObject, useLayoutEffect, useRef } from "react";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type Early = { control: Control; value: string; checked: boolean };

/**
 * For what is around controls whose values React keeps: what came early is done again as soon as their handlers are there. It is
 * noted before anything is rendered anew, which could already write over it.
 */
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

/** One after the other, with what React makes of each in between, so that a handler knows what the one before it did. */
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

/** React hears of what is assigned to the control, and calls its handler only if an event comes with something else. */
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
