import { Departure } from "@/lib/departure";

/** Of a caller who stays. */
export const WANTED = new Departure();
