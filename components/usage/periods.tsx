import { LinkTabs } from "@/components/ui/link-tabs";
import { USAGE_PERIODS, type UsagePeriod } from "@/lib/call-log/usage";
import { PERIOD_LABELS } from "./chart-words";

export function Periods({ path, period }: { path: string; period: UsagePeriod }) {
  const tabs = USAGE_PERIODS.map((each) => ({ href: `${path}?period=${each}`, label: PERIOD_LABELS[each].short }));
  return <LinkTabs look="switch" label="Period" tabs={tabs} current={`${path}?period=${period}`} />;
}

export function parsePeriod(value: string | string[] | undefined): UsagePeriod {
  return USAGE_PERIODS.find((period) => period === value) ?? "24h";
}
