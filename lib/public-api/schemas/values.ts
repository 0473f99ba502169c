/** Values of which there are many in responses. */
import { z } from "zod";

export const timestamp = z.iso.datetime({ precision: 3 }).describe("ISO 8601 in UTC with milliseconds.");
export const uuid = z.string().meta({ format: "uuid" });
export const anyJson = z.unknown().describe("Any JSON value.");
