/** Reports the progress of `config apply`: a bar on a terminal, otherwise one line for each step, or JSON lines. */
import type { Progress } from "../../lib/configuration/change/tables";
import { bar, count, redraw } from "./print";

/** The shortest time between two progress lines where there is no terminal. */
const LINE_EVERY_MS = 5_000;

export class ApplyReport {
  private readonly hasBar: boolean;
  private lastStep = "";
  private lastAt = 0;

  constructor(private readonly format: "text" | "json") {
    this.hasBar = format === "text" && process.stderr.isTTY === true;
  }

  readonly onProgress = (progress: Progress): void => {
    if (this.hasBar) return void redraw(describe(progress));
    const step = "entity" in progress ? `${progress.step} ${progress.entity}` : progress.step;
    const isDone = progress.step === "records" && progress.done === progress.total;
    if (step === this.lastStep && !isDone && performance.now() - this.lastAt < LINE_EVERY_MS) return;
    this.lastStep = step;
    this.lastAt = performance.now();
    process.stderr.write(`${this.format === "json" ? JSON.stringify(progress) : describe(progress)}\n`);
  };

  clear(): void {
    if (this.hasBar) redraw("");
  }
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
