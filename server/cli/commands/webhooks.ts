/** `webhooks list | pause | resume`. */
import type { Command } from "commander";
import type { WebhookRow } from "../../../lib/store/webhooks/webhooks";
import { withDatabase } from "../database";
import { actorOf, JSON_OPTION, ORGANIZATION } from "../options";
import { requireOrganization } from "../organization";
import { printJson, printOutcome, printTable } from "../print";

export function addWebhooksCommands(program: Command): void {
  const webhooks = program.command("webhooks").description("The webhooks of an organization.");
  webhooks
    .command("list")
    .description("Lists the webhooks of an organization, oldest first. Their secrets cannot be shown.")
    .requiredOption(...ORGANIZATION)
    .option(...JSON_OPTION)
    .action(list);
  for (const [name, description, paused] of [
    ["pause", "Stops a webhook. Its changes wait.", true],
    ["resume", "Continues a webhook that was paused or disabled. Tries one that is failing at once.", false],
  ] as const) {
    webhooks
      .command(name)
      .description(description)
      .argument("<id>", "the webhook's id, as webhooks list shows it")
      .option(...JSON_OPTION)
      .action((id: string, options: { json?: true }) => setPaused(id, paused, options));
  }
}

async function list(options: { organization: string; json?: true }): Promise<void> {
  const { listWebhooks } = await import("../../../lib/store/webhooks/webhooks");
  const { shownTarget } = await import("../../../lib/http/outbound-target");
  const rows = await withDatabase(async () => {
    const { id } = await requireOrganization(options.organization);
    return listWebhooks({ organizationId: id });
  });
  const webhooks = rows.map((row) => toJson(row, shownTarget(row.url)));
  if (options.json) return printJson(webhooks);
  printTable(
    ["ID", "NAME", "TOKEN", "ENTITY", "URL", "STATE", "LAST ATTEMPT"],
    webhooks.map(({ id, name, tokenId, entityKey, url, state, reason, lastAttempt }) => [
      id,
      name,
      tokenId,
      entityKey,
      url,
      reason === null ? state : `${state}: ${reason}`,
      lastAttempt === null ? "none" : `${lastAttempt.at} ${lastAttempt.status ?? lastAttempt.outcome}`,
    ]),
  );
}

/** Does not check if the token can list the entity now. */
function toJson({ id, name, tokenId, entityKey, disabled, paused, lastAttempt }: WebhookRow, url: string) {
  const state = disabled !== null ? "disabled" : paused ? "paused" : "active";
  return { id, name, tokenId, entityKey, url, state, reason: disabled, lastAttempt };
}

async function setPaused(id: string, paused: boolean, options: { json?: true }): Promise<void> {
  const manage = await import("../../../lib/webhooks/manage");
  const webhook = await withDatabase(() => manage.setPaused({ whose: "all", id }, paused, actorOf({})));
  if (webhook === null) throw new Error(`There is no webhook ${id}. webhooks list --organization KEY shows the ids.`);
  printOutcome(options, { id, paused }, `${paused ? "Paused" : "Resumed"} ${webhook.name}.`);
}
