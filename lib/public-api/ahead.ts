/**
 * A read that begins while its caller is still being verified, so that a call waits once for the database and the windows,
 * not three times in a row. It is told to nobody unless the verification, which is asked as ever, finds the very rights that
 * it was made with; else it is thrown away.
 */
import type { Access } from "../access/compile";
import type { Caller } from "../authentication/authenticate";
import type { Answer } from "./reply";

export type Ahead = {
  begin(expected: Caller): void;
  /** Once, and only for the rights that it was begun with; null where there is no such answer under way. */
  take(caller: Caller): Promise<Answer> | null;
  /** Lets go of an answer that nobody took. */
  leave(): void;
};

/** `read` must change nothing, since its answer may be thrown away. */
export function openAhead(read: (caller: Caller) => Promise<Answer>): Ahead {
  let begun: { access: Access; answer: Promise<Answer> } | null = null;
  return {
    begin(expected) {
      const answer = read(expected);
      // How it fails is for the one who takes it.
      answer.catch(() => {});
      begun = { access: expected.access, answer };
    },
    take({ access }) {
      if (begun?.access !== access) return null;
      const { answer } = begun;
      begun = null;
      return answer;
    },
    leave() {
      begun?.answer.then(({ sent }) => sent?.()).catch(() => {});
    },
  };
}
