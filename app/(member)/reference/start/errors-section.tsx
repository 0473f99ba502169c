/** All error codes, from the error table. */

import { StatusCode } from "@/components/code/status-code";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@/components/ui/table";
import { ErrorCode } from "@/components/ui/text/error-code";
import { Prose } from "@/components/ui/text/prose";
import { describeErrors } from "@/lib/public-api/reference/endpoint-reference";
import { ReferenceSection } from "../section";

const HEADERS = ["Code", "Status", "When"];

export function ErrorsSection() {
  return (
    <ReferenceSection id="errors" title="Errors">
      <p className="mb-4 text-quiet">
        All codes, each with a link to what to do about it. Any request can get those with 401, 405, 429 and 500; each
        endpoint lists its others.
      </p>
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
    </ReferenceSection>
  );
}
