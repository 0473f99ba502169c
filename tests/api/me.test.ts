/** GET /me (spec: Identity object). */
import { describe, expect } from "vitest";
import { openOrganization } from "../support/organization";
import { rowsOf } from "../support/scenario";

const acme = await openOrganization();
const row = rowsOf(acme);
const named = await acme.issue("rea", {
  name: "Nightly export — für Köln",
  scopes: [{ entity: "deals", verbs: ["list"] }],
});

describe("200", () => {
  row("me shows organization, owner and token, and nothing else", {
    request: { path: "/me", token: named.text },
    expect: {
      status: 200,
      headers: { link: '</api/v1/openapi.json>; rel="service-desc"' },
      data: {
        organizationId: acme.id,
        member: { id: acme.memberId("rea"), name: "Rea", email: `rea@${acme.key}.test` },
        token: {
          id: named.id,
          name: "Nightly export — für Köln",
          tokenHint: `service_v1_${named.id.slice(0, 4)}…${named.id.slice(-4)}`,
        },
      },
    },
    after: (answer) => expect(answer.text).not.toContain(named.text.slice(-49)),
  });

  row("me needs no verb: an owner without roles is told who they are", { path: "/me", as: "nil" }, 200);

  row("a body sent along with GET is not looked at", { path: "/me", as: "rea", body: "{nonsense" }, 200);
});
