/** Many creates, one label, two processes (contract § 7). */

import { expect, it } from "vitest";
import { post } from "../../support/http";
import { figure } from "../../support/long";
import { openOrganization, recordsPath } from "../../support/organization";
import { tally, together } from "../../support/parallel";

const acme = await openOrganization("label");

it("of 50 equal labels exactly one is created", async () => {
  for (let round = 0; round < figure(5, 50); round += 1) {
    const spellings = [`Label ${round}`, ` LABEL ${round}`, `label ${round} `];
    const answers = await together(50, (index) =>
      post(
        recordsPath("accounts"),
        { data: { name: spellings[index % spellings.length] } },
        { token: acme.token("wim") },
      ),
    );
    expect(tally(answers)).toEqual({ "201": 1, "409 DUPLICATE_LABEL": 49 });
    expect((await acme.page("wim", `${recordsPath("accounts")}?search=${round}&limit=500`)).items).toHaveLength(1);
  }
});
