/** An organization with a record of each entity and a webhook, for tests that send the examples of a document. */
import { type Answer, type Call, send } from "./http";
import { dataOf, type Organization, openOrganization, recordsPath } from "./organization";

const RECORDS = {
  accounts: { name: "Oslo" },
  deals: { title: "Oslo" },
  samples: { name: "Oslo" },
  vault: { name: "Oslo", pin: "1" },
  notes: { title: "Oslo" },
};

export type ExampleGround = {
  acme: Organization;
  ask(call: Call): Promise<Answer>;
  /** Replaces the ids in a path, which documents leave to their reader. */
  filled(path: string): string;
  /** The version of each record and webhook. A webhook's other fields also follow its deliveries. */
  state(): Promise<string[]>;
};

export async function openExampleGround(): Promise<ExampleGround> {
  const acme = await openOrganization("examples");
  const ask = (call: Call) => send(acme.origin, { ...call, token: acme.token("ada") });
  const ids = new Map<string, string>();
  for (const [entity, data] of Object.entries(RECORDS))
    ids.set(entity, (await acme.create("ada", entity, data)).view.id);
  const data = { name: "Own", url: "https://hooks.example.com/own", entityKey: "notes" };
  const webhook = dataOf<{ id: string }>(await ask({ method: "POST", path: "/webhooks", json: { data } }));
  return {
    acme,
    ask,
    filled(path) {
      const [, entity = ""] = /^\/entities\/(\w+)/.exec(path) ?? [];
      return path.replace("{recordId}", ids.get(entity) ?? "").replace("{webhookId}", webhook.id);
    },
    async state() {
      const paths = [...[...ids.keys()].map(recordsPath), "/webhooks"];
      const lists = await Promise.all(paths.map((path) => ask({ path })));
      const items = lists.flatMap((list) => dataOf<{ items: { id: string; versionId: string }[] }>(list).items);
      return items.map(({ id, versionId }) => `${id} ${versionId}`);
    },
  };
}
