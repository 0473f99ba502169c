/** Reads headers line by line, because Node keeps only the first of several lines with one name. */
import type { IncomingMessage } from "node:http";

/** The value of each line with this name, which is given in lower case. */
export function headerLines({ rawHeaders }: IncomingMessage, name: string): string[] {
  const isNamed = (given = "") => given.length === name.length && given.toLowerCase() === name;
  return rawHeaders.filter((_, index) => index % 2 === 1 && isNamed(rawHeaders[index - 1]));
}
