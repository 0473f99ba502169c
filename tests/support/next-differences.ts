/**
 * The only rows that are not run over the Next door: what Next answers itself, before any code of this project, with the
 * reason. Rows are named by their guarantee, letter for letter.
 */
export const NEXT_DIFFERENCES: Record<string, string> = {};
