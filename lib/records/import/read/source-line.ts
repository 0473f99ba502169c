/** What every reader of a file yields, whatever the format. */
import type { JsonObject } from "../../../model";

/** One record as it stands in the file, or why there is none at this place. Lines count from 1. */
export type SourceLine = { line: number; record: JsonObject } | { line: number; refusal: string };

/** Ends the text of a refusal after which a reader cannot find the next record. */
export const NOTHING_READ_AFTER = "Nothing after this line was read.";
