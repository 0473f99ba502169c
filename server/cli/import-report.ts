/** Reports an import while it runs and when it is done: a progress bar, bad lines, a summary. */
import type { ImportListener } from "../../lib/records/import/import-records";
import type { ImportCounts, Refusal } from "../../lib/records/import/write-lines";
import { bar, count, print, printJson, redraw } from "./print";

/** More would push the summary out of sight. */
const MAX_REFUSALS_SHOWN = 1_000;

export class ImportReport implements ImportListener {
  private readonly refusals: Refusal[] = [];
  private readonly started = performance.now();
  private readonly hasBar: boolean;
  private refusalCount = 0;

  /** `shareRead`: how much of the file has been read, from 0 to 1. */
  constructor(
    private readonly shareRead: () => number,
    private readonly format: "text" | "json",
  ) {
    this.hasBar = format === "text" && process.stderr.isTTY === true;
  }

  onRefusal(refusal: Refusal): void {
    this.refusalCount += 1;
    if (this.refusalCount > MAX_REFUSALS_SHOWN) return;
    if (this.format === "json") this.refusals.push(refusal);
    else this.note(`line ${refusal.line}${refusal.field === null ? "" : `, ${refusal.field}`}: ${refusal.message}`);
  }

  onProgress({ read, refused }: Readonly<ImportCounts>): void {
    if (!this.hasBar) return;
    const share = this.shareRead();
    const rest = refused === 0 ? "" : `, ${count(refused)} refused`;
    redraw(`${bar(share)} ${Math.floor(share * 100)} %  ${count(read)} records, ${this.speed(read)}${rest}`);
  }

  clear(): void {
    if (this.hasBar) redraw("");
  }

  printSummary(counts: ImportCounts): void {
    const { created, updated, present, refused } = counts;
    if (this.format === "json") {
      printJson({ ...counts, refusals: this.refusals });
      return;
    }
    const left = this.refusalCount - MAX_REFUSALS_SHOWN;
    if (left > 0) this.note(`… and ${count(left)} more`);
    const speed = this.speed(counts.read);
    const written =
      updated === undefined
        ? `${count(created)} created, ${count(present)} already there`
        : `${count(created)} added, ${count(updated)} updated, ${count(present)} unchanged`;
    print(`${written}, ${count(refused)} refused (${speed}).`);
  }

  private note(line: string): void {
    this.clear();
    process.stderr.write(`${line}\n`);
  }

  private speed(read: number): string {
    const seconds = (performance.now() - this.started) / 1000;
    return `${count(Math.round(read / seconds))} a second`;
  }
}
