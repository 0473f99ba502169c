/** Refuses members that a body does not have. */
import { quoteText } from "../../messages/cut-text";
import { didYouMean } from "../../messages/suggestion";
import type { JsonObject } from "../../model";
import { invalidBody } from "./body";

/** Properties of other APIs' bodies, and their counterparts here. */
export type BodyHabits = readonly (readonly [words: readonly string[], advice: string])[];

/** Throws INVALID_BODY for unknown properties: a misspelt one must not be ignored. `general` is advice for all others. */
export function requireKnownMembers(
  members: JsonObject,
  { shape }: { shape: object },
  habits: BodyHabits,
  general = "",
  what = "body",
): void {
  const unknown = Object.keys(members).find((key) => !Object.hasOwn(shape, key));
  if (unknown === undefined) return;
  const known = Object.keys(shape);
  const [, habit] = habits.find(([words]) => words.includes(unknown.toLowerCase())) ?? [];
  const advice = habit === undefined ? didYouMean(unknown, known) || general : ` ${habit}`;
  throw invalidBody(
    `${quoteText(unknown)} is not a member of this ${what}.${advice} The members of this ${what} are ${known.join(", ")}.`,
  );
}
