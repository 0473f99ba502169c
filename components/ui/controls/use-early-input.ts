"use client";
/**
 * What was typed or chosen before the page's scripts could hear it, on a slow network or by a browser that fills in a form.
 * React leaves it on the screen, knows nothing of it, and writes over it with the next change.
 */
import { type RefObject, useEffect, useRef } from "react";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** For what is around controls whose values React keeps: what came early is done again as soon as their handlers are there. */
export function useEarlyInput<Around extends HTMLElement = HTMLFormElement>(): RefObject<Around | null> {
  const around = useRef<Around>(null);
  useEffect(() => {
    const controls = [...(around.current?.querySelectorAll<Control>("input, select, textarea") ?? [])];
    void repeatAll(controls.filter(wasChanged));
  }, []);
  return around;
}

/** One after the other, with what React makes of each in between, so that a handler knows what the one before it did. */
async function repeatAll(controls: Control[]): Promise<void> {
  for (const control of controls) {
    repeat(control);
    await null;
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

function repeat(control: Control): void {
  if (control instanceof HTMLSelectElement) tell(control, "change");
  else if (control.type === "radio" || control.type === "checkbox") tickAgain(control as HTMLInputElement);
  else typeAgain(control);
}

function tickAgain(control: HTMLInputElement): void {
  control.checked = !control.checked;
  control.click();
}

/** React hears of what is assigned to the control, and calls its handler only if an event comes with something else. */
function typeAgain(control: HTMLInputElement | HTMLTextAreaElement): void {
  const { value, selectionStart, selectionEnd } = control;
  control.value = control.defaultValue;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, value);
  if (selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd);
  tell(control, "input");
}

function tell(control: Control, event: "input" | "change"): void {
  control.dispatchEvent(new Event(event, { bubbles: true }));
}
