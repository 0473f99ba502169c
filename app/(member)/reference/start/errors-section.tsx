/** All error codes, from the error table. */

import { StatusCode } from "@/components/code/status-code";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@/components/ui/table";
import { ErrorCode } from "@/components/ui/text/error-code";
import { Prose } from "@/components/ui/text/prose";
import { describeErrors } from "@/lib/public-api/reference/endpoint-reference";
import type { Sample } from "./sample";
import { StartSection } from "./start-section";

const HEADERS = ["Code", "Status", "When"];

export function ErrorsSection({ sample }: { sample: Sample }) {
  return (
    <StartSection sample={sample} id="errors">
      <Table caption="Errors" columns={HEADERS.map((header) => <ColumnHeader key={header}>{header}</ColumnHeader>)}>
        {describeErrors().map(({ status, code, when }) => (
          <Row key={code} id={`error-${code}`} className="scroll-mt-4 target:bg-accent-soft">
            <RowHeader className="[overflow-wrap:anywhere]">
              <ErrorCode code={code} />
            </RowHeader>
            <Cell label="Status">
              <StatusCode status={status} />
            </Cell>
            <Cell label="When">
              <Prose text={when} />
            </Cell>
          </Row>
        ))}
      </Table>
    </StartSection>
  );
}
