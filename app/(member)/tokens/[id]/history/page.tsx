import { EmptyLine } from "@/components/ui/empty";
import { Cell, Row, Table } from "@/components/ui/table";
import { ColumnTime, timeHeading } from "@/components/ui/time/time";
import { type AuditEntry, listTokenHistory } from "@/lib/audit/list";
import { readerZone } from "@/lib/session/reader-zone";
import { openToken } from "../open-token";
import { TokenFrame } from "../token-frame";
import { describeEvent, newestOf } from "./history-words";

export const metadata = { title: "History of a token" };

const COLUMNS = ["What", "Who", "From", "Request id"];

export default async function HistoryPage({ params }: PageProps<"/tokens/[id]/history">) {
  const opened = await openToken(params);
  const { versions, detail } = opened;
  const histories: AuditEntry[][] = [];
  // One after the other, to leave connections to the API.
  for (const version of versions) histories.push(await listTokenHistory(version));
  const entries = newestOf(versions, histories);
  return (
    <TokenFrame opened={opened} current="/history">
      <section aria-labelledby="history">
        <h2 id="history" className="mb-3 font-semibold text-base">
          History
        </h2>
        {entries.length === 0 ? (
          <EmptyLine>
            Nothing has been done to this token since it was created
            {detail.replaces && ` by rotating ${detail.replaces.token.hint}`}.
          </EmptyLine>
        ) : (
          <Table
            caption="What was done to the token, newest first"
            columns={[timeHeading(), ...COLUMNS, ...(versions.length > 1 ? ["Secret"] : [])]}
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
                {versions.length > 1 && (
                  <Cell label="Secret">
                    <span className="font-mono text-xs">{entry.secret}</span>
                  </Cell>
                )}
              </Row>
            ))}
          </Table>
        )}
      </section>
    </TokenFrame>
  );
}
