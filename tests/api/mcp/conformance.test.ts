/**
 * `/mcp` passes the conformance tests of the protocol, but for those that ask for what this service has none of: tools, prompts and
 * resources of a fixture. `conformance-failures.yaml` has them with the reasons; one that passes after all fails here.
 */
import { afterAll, expect, inject, it } from "vitest";
import { runConformance } from "../../support/mcp-conformance";
import { openOrganization } from "../../support/organization";
import { temporaryFolder } from "../../support/temporary-folder";

const FAILURES = "tests/api/mcp/conformance-failures.yaml";

const acme = await openOrganization("conformance");
const folder = temporaryFolder();
afterAll(() => folder.remove());

it("passes what its revision requires of a server with tools alone", { timeout: 300_000 }, async () => {
  const asked = { revision: "2026-07-28", failures: FAILURES, folder: folder.path };
  const output = await runConformance(inject("origin"), acme.token("ada"), asked);
  for (const passed of [
    "tools-list",
    "dns-rebinding-protection",
    "http-header-validation",
    "server-sse-multiple-streams",
  ])
    expect(output).toMatch(new RegExp(`✓ ${passed}: [1-9]\\d* passed, 0 failed`));
});
