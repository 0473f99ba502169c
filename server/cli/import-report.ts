/** Reports an import while it runs and when it is done: a progress bar, bad lines, a summary. */
import type { ImportListener } from "../../lib/records/import/import-records";
import type { ImportCounts, Refusal } from "../../lib/records/import/write-lines";
import { bar, count, print, printJson, printNote, redraw } from "./print";

/** More would push the summary out of sight. */
const MAX_REFUSALS_SHOWN = 1_000;

type ImportReport = ImportListener & { clear(): void; printSummary(counts: ImportCounts): void };

/** `shareRead`: how much of the file has been read, from 0 to 1. */
export function openImportReport({ json }: { json?: true }, shareRead: () => number): ImportReport {
  const refusals: Refusal[] = [];
  const started = performance.now();
  const hasBar = !json && process.stderr.isTTY === true;
  let refusalCount = 0;

  const clear = () => hasBar && redraw("");
  const note = (line: string) => {
    clear();
    printNote(line);
  };
  const speed = (read: number) => {
    const seconds = (performance.now() - started) / 1000;
    return `${count(Math.round(read / seconds))} a second`;
  };

  return {
    onRefusal: (refusal) => {
      refusalCount += 1;
      if (refusalCount > MAX_REFUSALS_SHOWN) return;
      if (json) refusals.push(refusal);
      else note(`line ${refusal.line}${refusal.field === null ? "" : `, ${refusal.field}`}: ${refusal.message}`);
    },
    onProgress: ({ read, refused }) => {
      if (!hasBar) return;
      const share = shareRead();
      const rest = refused === 0 ? "" : `, ${count(refused)} refused`;
      redraw(`${bar(share)} ${Math.floor(share * 100)} %  ${count(read)} records, ${speed(read)}${rest}`);
    },
    clear,
    printSummary: (counts) => {
      if (json) return printJson({ ...counts, refusals });
      const { read, created, updated, present, refused } = counts;
      const left = refusalCount - MAX_REFUSALS_SHOWN;
      if (left > 0) note(`… and ${count(left)} more`);
      const written =
        updated === undefined
          ? `${count(created)} created, ${count(present)} already there`
          : `${count(created)} added, ${count(updated)} updated, ${count(present)} unchanged`;
      print(`${written}, ${count(refused)} refused (${speed(read)}).`);
    },
  };
}
