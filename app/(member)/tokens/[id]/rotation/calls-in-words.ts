/** Whether somebody would notice the end of an overlap, in a sentence. Pure. */
import { relativeTime } from "@/components/ui/relative-time";
import type { CallsSince } from "@/lib/call-log/since";

export function callsInWords(calls: CallsSince, now: Date): string {
  if (calls.last === null) return "No call was made with it since the rotation.";
  const { accepted, last } = calls;
  const least = accepted.exact ? "" : "at least ";
  const made = accepted.count === 1 ? "1 accepted call was" : `${least}${accepted.count} accepted calls were`;
  return `${capital(made)} made with it since the rotation, the last call ${relativeTime(last.at, now)} from ${last.address}.`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
