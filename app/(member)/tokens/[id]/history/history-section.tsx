/** What was done to a token: by whom, when, and from where. */
import { EmptyLine } from "@/components/ui/empty";
import { Cell, ColumnHeader, Row, Table } from "@/components/ui/table";
import { ColumnTime, timeHeading } from "@/components/ui/time/time";
import type { AuditEntry } from "@/lib/audit/list";
import { readerZone } from "@/lib/session/reader-zone";
import { describeEvent } from "./history-words";

type HistorySectionProps = {
  entries: (AuditEntry & { secret: string })[];
  /** How many secrets the token has had. */
  secrets: number;
  replaces: string | null;
};

const COLUMNS = ["What", "Who", "From", "Request id"];

export function HistorySection({ entries, secrets, replaces }: HistorySectionProps) {
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-3 font-semibold text-base">
        History
      </h2>
      {entries.length === 0 ? (
        <EmptyLine>
          Nothing has been done to this token since it was created{replaces && ` by rotating ${replaces}`}.
        </EmptyLine>
      ) : (
        <Table
          caption="What was done to the token, newest first"
          columns={[timeHeading(), ...COLUMNS, ...(secrets > 1 ? ["Secret"] : [])].map((name) => (
            <ColumnHeader key={name}>{name}</ColumnHeader>
          ))}
        >
          {entries.map((entry) => (
            <Row key={entry.id}>
              <Cell label={timeHeading()}>
                <ColumnTime at={entry.at} />
              </Cell>
              <Cell label="What" className="[overflow-wrap:anywhere]">
                {describeEvent(entry, readerZone())}
              </Cell>
              <Cell label="Who" className="[overflow-wrap:anywhere]">
                {entry.actor}
              </Cell>
              <Cell label="From">
                <span className="font-mono text-xs">{entry.address ?? "–"}</span>
              </Cell>
              <Cell label="Request id">
                <span className="font-mono text-xs [overflow-wrap:anywhere]">{entry.requestId ?? "–"}</span>
              </Cell>
              {secrets > 1 && (
                <Cell label="Secret">
                  <span className="font-mono text-xs">{entry.secret}</span>
                </Cell>
              )}
            </Row>
          ))}
        </Table>
      )}
    </section>
  );
}
