/** What a page complains about: script errors, refused resources, violations of its content security policy. */
import { type BrowserContext, expect } from "@playwright/test";

export type Complaints = { watch(context: BrowserContext): void; expectNone(tolerated: RegExp[]): void };

export function collectComplaints(): Complaints {
  const complaints: string[] = [];
  return {
    watch: (context) => {
      context.on("console", (message) => {
        if (message.type() === "error") complaints.push(`${message.text()} (${message.location().url})`);
      });
      context.on("weberror", (error) => complaints.push(String(error.error())));
    },
    expectNone: (tolerated) => {
      expect(complaints.filter((text) => !tolerated.some((pattern) => pattern.test(text)))).toEqual([]);
    },
  };
}
