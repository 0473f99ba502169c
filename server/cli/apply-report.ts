/** Reports the progress of `config apply`: a bar on a terminal, otherwise one line for each step, or JSON lines. */
import type { Progress } from "../../lib/configuration/change/progress";

const BAR_WIDTH = 30;
/** The shortest time between two progress lines where there is no terminal. */
const LINE_EVERY_MS = 5_000;

export class ApplyReport {
  private readonly isTerminal = process.stderr.isTTY === true;
  private lastStep = "";
  private lastAt = 0;

  constructor(private readonly format: "text" | "json") {}

  readonly onProgress = (progress: Progress): void => {
    if (this.format === "text" && this.isTerminal) {
      process.stderr.write(`\r\x1b[K${describe(progress)}`);
      return;
    }
    const step = "entity" in progress ? `${progress.step} ${progress.entity}` : progress.step;
    const isDone = progress.step === "records" && progress.done === progress.total;
    if (step === this.lastStep && !isDone && performance.now() - this.lastAt < LINE_EVERY_MS) return;
    this.lastStep = step;
    this.lastAt = performance.now();
    process.stderr.write(`${this.format === "json" ? JSON.stringify(progress) : describe(progress)}\n`);
  };

  clear(): void {
    if (this.format === "text" && this.isTerminal) process.stderr.write("\r\x1b[K");
  }
}

function describe(progress: Progress): string {
  switch (progress.step) {
    case "waiting":
      return "Another apply to this organisation is running: waiting for it to finish.";
    case "indexes":
      return `${progress.entity}: building index ${progress.done + 1} of ${progress.total}`;
    case "records":
      return `${bar(progress.done / progress.total)} ${progress.entity}: ${count(progress.done)} of ${count(progress.total)} records`;
    default:
      return progress satisfies never;
  }
}

function bar(share: number): string {
  return "█".repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, "░");
}

function count(number: number): string {
  return number.toLocaleString("en");
}
