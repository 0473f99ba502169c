/** Standard output has the result of a command, standard error the notes that only people read. */

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function printNote(line: string): void {
  process.stderr.write(`${line}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** Prints the outcome as JSON or as a line for people. */
export function printOutcome({ json }: { json?: true }, value: unknown, line: string): void {
  if (json) printJson(value);
  else print(line);
}

/** Replaces the last line of the terminal. */
export function redraw(line: string): void {
  process.stderr.write(`\r\x1b[K${line}`);
}

const BAR_WIDTH = 30;

export function bar(share: number): string {
  return "█".repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, "░");
}

export function count(number: number): string {
  return number.toLocaleString("en");
}

export function printTable(head: string[], rows: string[][]): void {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines)
    print(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}
