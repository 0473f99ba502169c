/** A signal while the pages start ends the host: what breaks first of signals.test.ts. */
import { describe, inject, it } from "vitest";
import { listensOnTcp } from "../../support/processes";
import { expectOrderlyEnd, type Host, pagesProcess, until, untilReady } from "../../support/signaled-start";

/** Next has been prepared, and its pages are being loaded. */
async function pagesAreLoading(host: Host): Promise<void> {
  const pages = await pagesProcess(host);
  await until(host, () => listensOnTcp(pages));
}

describe.concurrent("a signal ends all processes", () => {
  it.each([
    ["SIGTERM to the supervisor, when the API answers", untilReady, ["SIGTERM"], "process"],
    ["SIGTERM to the supervisor, while the pages load", pagesAreLoading, ["SIGTERM"], "process"],
    ["Ctrl-C, twice, while the pages load", pagesAreLoading, ["SIGINT", "SIGINT"], "group"],
  ] as const)("%s", (_, moment, signals, to) =>
    expectOrderlyEnd({ databaseUrl: inject("databaseUrl"), moment, signals, to }),
  );
});
