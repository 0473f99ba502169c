/** Thrown when an import cannot go on. What was written stays, and a second run passes over it. */
export class ImportStopped extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`${reason} What is written stays: run the same command again, and it goes on from there.`, { cause });
    this.name = "ImportStopped";
  }
}
