/** Many requests at once, spread over the processes of the suite, and their outcomes. */
import { inject } from "vitest";
import { type Answer, type Call, send } from "./http";
import { errorOf } from "./organization";

/** The origins of both processes in turn. */
export function originOf(index: number): string {
  return index % 2 === 0 ? inject("origin") : inject("secondOrigin");
}

export function together(times: number, make: (index: number) => Call): Promise<Answer[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => send(originOf(index), make(index))));
}

/** How many answers there were of each kind: `{ "200": 1, "412 PRECONDITION_FAILED": 49 }`. */
export function tally(answers: (Answer | null)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const kind = kindOf(answer);
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

function kindOf(answer: Answer | null): string {
  if (answer === null) return "no answer";
  return answer.status < 400 ? String(answer.status) : `${answer.status} ${errorOf(answer).code}`;
}
