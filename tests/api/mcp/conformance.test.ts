/**
 * `/mcp` passes the conformance tests of the protocol, but for those that ask for what this service has none of: tools, prompts and
 * resources of a fixture. So the code that handles its messages is run with such a fixture as well, in both revisions. The files in
 * `conformance` have what fails, with the reasons; what passes after all fails here.
 */
import { afterAll, expect, inject, it } from "vitest";
import { runConformance } from "../../support/mcp-conformance";
import { openMount, openProxy } from "../../support/mcp-targets";
import { openOrganization } from "../../support/organization";
import { temporaryFolder } from "../../support/temporary-folder";

const acme = await openOrganization("conformance");
const [service, mount] = await Promise.all([openProxy(inject("origin"), acme.token("ada")), openMount()]);
const folder = temporaryFolder();
afterAll(() => {
  service.close();
  mount.close();
  folder.remove();
});

const failuresOf = (target: string) => `tests/api/mcp/conformance/${target}.yaml`;

/** Scenarios that must not be skipped. */
function expectPassed(output: string, scenarios: string[]): void {
  for (const scenario of scenarios) expect(output).toMatch(new RegExp(`✓ ${scenario}: [1-9]\\d* passed, 0 failed`));
}

it("passes what its revision requires of a server with tools alone", { timeout: 300_000 }, async () => {
  const asked = { revision: "2026-07-28", failures: failuresOf("service"), folder: folder.path };
  expectPassed(await runConformance(service.url, asked), [
    "tools-list",
    "dns-rebinding-protection",
    "http-header-validation",
    "server-sse-multiple-streams",
  ]);
});

it("passes what its revision requires of a server with tools, prompts and resources", {
  timeout: 300_000,
}, async () => {
  const asked = { revision: "2026-07-28", failures: failuresOf("fixture-2026"), folder: folder.path };
  expectPassed(await runConformance(mount.url, asked), [
    "server-stateless",
    "completion-complete",
    "tools-call-simple-text",
    "resources-list",
    "prompts-list",
    "caching",
    "input-required-result-basic-elicitation",
    "http-header-validation",
  ]);
});

it("passes what the revision of 2025 requires of a server without streams", { timeout: 300_000 }, async () => {
  const asked = { revision: "2025-11-25", failures: failuresOf("fixture-2025"), folder: folder.path };
  expectPassed(await runConformance(mount.url, asked), [
    "server-initialize",
    "ping",
    "tools-call-simple-text",
    "resources-list",
    "prompts-list",
  ]);
});
