/** Changes a token by the configuration in force, even if that changes meanwhile. */
import { loadCurrentConfiguration } from "../../configuration/load";
import type { Configuration } from "../../model";
import { ConfigurationChanged } from "../../store/tokens/changes";

const MAX_ATTEMPTS = 20;

/** `change` is called again if it throws ConfigurationChanged, which means that it has written nothing. */
export async function byCurrentConfiguration<Outcome>(
  organizationId: string,
  change: (configuration: Configuration) => Promise<Outcome>,
): Promise<Outcome> {
  for (let attempt = 1; ; attempt += 1) {
    const configuration = await loadCurrentConfiguration(organizationId);
    try {
      return await change(configuration);
    } catch (error) {
      if (!(error instanceof ConfigurationChanged) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
