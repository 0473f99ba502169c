/** How much a token was used, with what success, and how close it came to its limit. */
import { Card } from "@/components/ui/card";
import { inDigits, PERIOD_LABELS } from "@/components/usage/chart-words";
import { Periods } from "@/components/usage/periods";
import { UsageFigures } from "@/components/usage/usage-figures";
import type { TokenUsage, UsagePeriod } from "@/lib/call-log/usage";

type UsageSectionProps = {
  tokenId: string;
  usage: TokenUsage;
  period: UsagePeriod;
  /** How many secrets the token has had. */
  secrets: number;
  limitPerMinute: number;
};

export function UsageSection({ tokenId, usage, period, secrets, limitPerMinute }: UsageSectionProps) {
  return (
    <Card
      title="Usage"
      description={`Requests in ${PERIOD_LABELS[period].long}${secrets > 1 ? ` with all ${secrets} secrets` : ""}, by response`}
      actions={<Periods path={`/tokens/${tokenId}`} period={period} />}
    >
      <UsageFigures usage={usage} period={period} />
      {usage.peak > 0 && (
        <p className="mt-3 text-sm">
          <span className="text-quiet">Peak usage: </span>
          {inDigits(usage.peak)} of {inDigits(limitPerMinute)} requests per minute
          {usage.total.limited > 0 && <span className="text-warn">, {inDigits(usage.total.limited)} rate-limited</span>}
        </p>
      )}
    </Card>
  );
}
