/** The lines for each client, of which one is visible. Choosing another works without a script (app/globals.css, `.snippets`). */
import { Code, CodeCard } from "@/components/code/code-card";
import { shortMask } from "@/components/tokens/secret-lines";
import type { ShownSecret } from "@/components/tokens/secret-once";
import { RadioTab } from "@/components/ui/controls/radio-tab";
import type { Client, Step } from "./client-lines";

type ClientTabsProps = {
  id: string;
  clients: Client[];
  /** The token in these lines; absent if they have a placeholder. */
  secret?: ShownSecret;
};

export function ClientTabs({ id, clients, secret }: ClientTabsProps) {
  return (
    <div className="snippets grid min-w-0 grid-cols-1 gap-4">
      <fieldset className="inline-flex max-w-full flex-wrap gap-1 justify-self-start rounded-control bg-sunken p-1">
        <legend className="sr-only">Client</legend>
        {clients.map(({ key, name }, index) => (
          <RadioTab key={key} name={`client-${id}`} value={key} defaultChecked={index === 0}>
            {name}
          </RadioTab>
        ))}
      </fieldset>
      {clients.map(({ key, name, steps, warning }) => (
        <div key={key} className="snippet" data-snippet={key}>
          <div className="grid min-w-0 grid-cols-1 gap-3">
            {warning !== undefined && <p className="text-sm text-warn">{warning}</p>}
            {steps.map((step) => (
              <StepCard key={step.what} client={name} secret={secret} {...step} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

type StepCardProps = Step & { client: string; secret: ShownSecret | undefined };

function StepCard({ client, what, where, language, lines, secret }: StepCardProps) {
  const isTelling = secret !== undefined && lines.includes(secret.token);
  const shown = isTelling && !secret.revealed ? lines.replaceAll(secret.token, shortMask(secret.token)) : lines;
  return (
    <CodeCard
      head={<h3 className="[overflow-wrap:anywhere]">{where}</h3>}
      copyLabel={`Copy the ${what} for ${client}`}
      {...(isTelling && { copied: { text: lines, onCopied: secret.onCopied } })}
    >
      <Code label={`The ${what} for ${client}`} language={language}>
        {shown}
      </Code>
    </CodeCard>
  );
}
