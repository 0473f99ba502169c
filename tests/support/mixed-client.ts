/** A typical caller: four reads, then a write. */
import { type Answer, send } from "./http";
import type { Client } from "./load";
import { type Organization, recordsPath } from "./organization";

/** `origin` is called each time, so that a test can change it. */
export async function openMixedClient(organization: Organization, origin: () => string): Promise<Client> {
  const token = organization.token("wim");
  const record = await organization.create("wim", "samples", { name: "read by many" });
  const samples = recordsPath("samples");
  const calls: ((index: number) => Promise<Answer>)[] = [
    () => send(origin(), { path: "/me", token }),
    () => send(origin(), { path: record.path, token }),
    () => send(origin(), { path: `${samples}?limit=5`, token }),
    () => send(origin(), { path: "/entities/samples", token }),
    (index) => send(origin(), { method: "POST", path: samples, token, json: { data: { name: `written ${index}` } } }),
  ];
  return (index) => (calls[index % calls.length] as (index: number) => Promise<Answer>)(index);
}
