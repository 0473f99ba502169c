/** How much a token was used, and with what success. */
import { Card } from "@/components/ui/card";
import { PERIOD_LABELS } from "@/components/usage/chart-words";
import { Periods } from "@/components/usage/periods";
import { UsageFigures } from "@/components/usage/usage-figures";
import type { Usage, UsagePeriod } from "@/lib/call-log/usage";

type UsageSectionProps = {
  tokenId: string;
  usage: Usage;
  period: UsagePeriod;
  /** How many secrets the token has had. */
  secrets: number;
};

export function UsageSection({ tokenId, usage, period, secrets }: UsageSectionProps) {
  return (
    <Card
      title="Usage"
      description={`Requests in ${PERIOD_LABELS[period].long}${secrets > 1 ? ` with all ${secrets} secrets` : ""}, by response`}
      actions={<Periods path={`/tokens/${tokenId}`} period={period} />}
    >
      <UsageFigures usage={usage} period={period} />
    </Card>
  );
}
