import { Departure } from "@/lib/time/departure";

/** Of a caller who stays. */
export const WANTED = new Departure();
