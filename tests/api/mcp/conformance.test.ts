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

/** `scenarios` must not be skipped. */
it.each([
  [
    "2026-07-28",
    "tools alone",
    {
      target: service,
      failures: "service",
      scenarios: ["tools-list", "dns-rebinding-protection", "http-header-validation", "server-sse-multiple-streams"],
    },
  ],
  [
    "2026-07-28",
    "tools, prompts and resources",
    {
      target: mount,
      failures: "fixture-2026",
      scenarios: [
        "server-stateless",
        "completion-complete",
        "tools-call-simple-text",
        "resources-list",
        "prompts-list",
        "caching",
        "http-header-validation",
      ],
    },
  ],
  [
    "2025-11-25",
    "tools, prompts and resources, but no streams",
    {
      target: mount,
      failures: "fixture-2025",
      scenarios: ["server-initialize", "ping", "tools-call-simple-text", "resources-list", "prompts-list"],
    },
  ],
])("passes what the revision %s requires of a server with %s", { timeout: 300_000 }, async (revision, _, row) => {
  const { target, failures, scenarios } = row;
  const asked = { revision, failures: `tests/api/mcp/conformance/${failures}.yaml`, folder: folder.path };
  const output = await runConformance(target.url, asked);
  for (const scenario of scenarios) expect(output).toMatch(new RegExp(`✓ ${scenario}: [1-9]\\d* passed, 0 failed`));
});
