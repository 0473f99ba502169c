import { ChevronRight, CircleCheck, CircleX } from "lucide-react";
import Link from "next/link";
import { EmptyLine } from "@/components/ui/empty";
import { Cell, Row, RowHeader, Table } from "@/components/ui/table";
import { exactTime } from "@/components/ui/time/relative-time";
import { ColumnTime, timeHeading } from "@/components/ui/time/time";
import { ChartReader } from "@/components/usage/chart-reader";
import { readerZone } from "@/lib/session/reader-zone";
import type { KeptDelivery as Attempt } from "@/lib/store/webhooks/deliveries";
import { formatAttempt, formatContents, formatOutcome } from "../webhook-words";

const MOST = 100;

type AttemptsProps = {
  attempts: readonly Attempt[];
  /** The page that confirms a replay; null for those who cannot replay. */
  replayHref: string | null;
  /** Only those who manage the webhook see what its receiver answers. */
  showsResponses: boolean;
};

export function AttemptsSection(props: AttemptsProps) {
  const { attempts } = props;
  const failed = attempts.filter(({ outcome }) => outcome !== "delivered").length;
  return (
    <section aria-labelledby="attempts">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="attempts" className="font-semibold text-base">
          Attempts
        </h2>
        {attempts.length > 0 && <p className="text-quiet text-sm">{formatCounts(attempts.length, failed)}</p>}
      </div>
      {attempts.length === 0 ? (
        <EmptyLine>Nothing was sent yet. The first delivery comes with the next change.</EmptyLine>
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <div className="rounded-card border border-line bg-surface p-edge shadow-card sm:px-6 sm:py-4">
            <Strip attempts={attempts.toReversed()} />
          </div>
          <details className="group">
            <summary className="mb-2 inline-flex min-h-6 list-none items-center gap-1 rounded text-accent text-sm hover:underline [&::-webkit-details-marker]:hidden">
              <ChevronRight aria-hidden className="size-4 group-open:rotate-90" />
              Show as a table
            </summary>
            <AttemptsTable {...props} />
          </details>
        </div>
      )}
    </section>
  );
}

function formatCounts(all: number, failed: number): string {
  const count = all === 1 ? "The last attempt" : `The last ${all} attempts`;
  return failed === 0 ? `${count}, ${all === 1 ? "" : "all "}delivered` : `${count}, ${failed} failed`;
}

const [BAR, GAP, HEIGHT] = [6, 2.4, 36];

/** Failures are shorter and of another color, and each has its text. `attempts`: oldest first, at the right end of the strip. */
function Strip({ attempts }: { attempts: readonly Attempt[] }) {
  const width = MOST * (BAR + GAP);
  const texts = attempts.map(textOf);
  return (
    <ChartReader count={attempts.length} latest={texts.at(-1) ?? ""}>
      <svg
        role="img"
        aria-label={`The last ${attempts.length} attempts`}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="mb-2 h-10 w-full"
      >
        {Array.from({ length: MOST - attempts.length }, (_, index) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: empty places have no other key.
            key={index}
            x={index * (BAR + GAP)}
            y={HEIGHT - 3}
            width={BAR}
            height={3}
            rx={1}
            className="fill-sunken"
          />
        ))}
        {attempts.map(({ at, messageId, outcome }, index) => {
          const x = (MOST - attempts.length + index) * (BAR + GAP);
          const height = outcome === "delivered" ? HEIGHT : HEIGHT / 2;
          return (
            <g
              key={`${at.getTime()} ${messageId}`}
              data-tip={texts[index]}
              className="hover:brightness-75 data-read:brightness-75"
            >
              <title>{texts[index]}</title>
              <rect
                x={x - GAP / 2}
                y={0}
                width={BAR + GAP}
                height={HEIGHT}
                className="fill-transparent in-data-read:fill-sunken"
              />
              <rect
                x={x}
                y={HEIGHT - height}
                width={BAR}
                height={height}
                rx={1.5}
                className={outcome === "delivered" ? "fill-good" : "fill-bad"}
              />
            </g>
          );
        })}
      </svg>
    </ChartReader>
  );
}

function textOf(attempt: Attempt): string {
  return `${exactTime(attempt.at, readerZone())}: ${formatAttempt(attempt)} (${formatContents(attempt)})`;
}

/** Less tall than other rows, because there are many. */
const CELL = "@table:py-1!";

function AttemptsTable({ attempts, replayHref, showsResponses }: AttemptsProps) {
  const took = { name: "Took", numeric: true };
  return (
    <Table caption="Attempts, newest first" columns={[timeHeading(), "Outcome", "Contents", took, "Message"]}>
      {attempts.map((attempt) => (
        <Row key={`${attempt.at.getTime()} ${attempt.messageId}`}>
          <RowHeader className={CELL}>
            <ColumnTime at={attempt.at} />
          </RowHeader>
          <Cell label="Outcome" className={CELL}>
            <OutcomeText attempt={attempt} />
            {showsResponses && attempt.response !== null && (
              <details>
                <summary className="min-h-6 text-quiet text-xs">Response</summary>
                <pre className="whitespace-pre-wrap font-mono text-xs [overflow-wrap:anywhere]">
                  <bdi>{attempt.response}</bdi>
                </pre>
              </details>
            )}
          </Cell>
          <Cell label="Contents" className={CELL}>
            {formatContents(attempt)}
            {replayHref !== null && attempt.hasStart && (
              <Link
                href={`${replayHref}?delivery=${attempt.id}`}
                prefetch={false}
                className="block min-h-6 text-accent text-xs hover:underline"
              >
                Replay from here<span className="sr-only">, {exactTime(attempt.at, readerZone())}</span>
              </Link>
            )}
          </Cell>
          <Cell label="Took" numeric className={CELL}>
            {attempt.milliseconds.toLocaleString("en")} ms
          </Cell>
          <Cell label="Message" className={CELL}>
            <Link
              href={`/explain?request=${attempt.messageId}`}
              prefetch={false}
              className="inline-block min-h-6 hover:underline"
            >
              <code className="text-xs [overflow-wrap:anywhere]">{attempt.messageId}</code>
            </Link>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

function OutcomeText({ attempt }: { attempt: Attempt }) {
  const isDelivered = attempt.outcome === "delivered";
  const Icon = isDelivered ? CircleCheck : CircleX;
  return (
    <span className={`inline-flex items-center gap-1.5 ${isDelivered ? "text-good" : "text-bad"}`}>
      <Icon aria-hidden className="size-4 shrink-0" />
      {formatOutcome(attempt)}
    </span>
  );
}
