/** Reports the progress of `config apply`: a bar on a terminal, otherwise one line for each step, or JSON lines. */
import type { Progress } from "../../lib/configuration/change/tables";
import { bar, count, printNote, redraw } from "./print";

/** The shortest time between two progress lines where there is no terminal. */
const LINE_EVERY_MS = 5_000;

export function openApplyReport({ json }: { json?: true }) {
  const hasBar = !json && process.stderr.isTTY === true;
  let lastStep = "";
  let lastAt = 0;
  return {
    onProgress: (progress: Progress) => {
      if (hasBar) return redraw(describe(progress));
      const step = "entity" in progress ? `${progress.step} ${progress.entity}` : progress.step;
      const isDone = progress.step === "records" && progress.done === progress.total;
      if (step === lastStep && !isDone && performance.now() - lastAt < LINE_EVERY_MS) return;
      lastStep = step;
      lastAt = performance.now();
      printNote(json ? JSON.stringify(progress) : describe(progress));
    },
    clear: () => hasBar && redraw(""),
  };
}

function describe(progress: Progress): string {
  switch (progress.step) {
    case "waiting":
      return "Another apply to this organization is running: waiting for it to finish.";
    case "indexes":
      return `${progress.entity}: building index ${progress.done + 1} of ${progress.total}`;
    case "records":
      return `${bar(progress.done / progress.total)} ${progress.entity}: ${count(progress.done)} of ${count(progress.total)} records`;
    default:
      return progress satisfies never;
  }
}
