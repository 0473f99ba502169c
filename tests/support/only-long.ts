/**
 * What only `npm run test:long` runs, besides the greater numbers of `long.ts`: rows of the API over the Next adapter whose
 * outcome the adapter cannot change. Over the Node adapter they run always. The reasons: docs/decisions/0028-the-usual-run.md.
 */
export const OVER_NEXT_ONLY_LONG = [
  // Who knows the service by HTTP alone.
  "tests/api/client/*.test.ts",
  "tests/api/guides.test.ts",
  // What the room `records` decides, many times over.
  "tests/api/oracle/{batches,filters,limited-permissions,precedence,principals,sequences,token-documents}.test.ts",
  "tests/api/records.aggregate.test.ts",
  "tests/api/leaks/{hidden-entities,hidden-fields,hidden-records,timing}.test.ts",
  "tests/api/cross/{changes-act-at-once,concurrency,replays}.test.ts",
  // The pages are the same Next behind either adapter. What differs is in page-limits and page-security.
  "tests/api/pages/{actions-by-hand,identity-provider,one-time-links,organizations,sign-in,tried-requests}.test.ts",
];
