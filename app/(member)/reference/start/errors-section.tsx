/** Every code that there is, from the error table. */
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@/components/ui/table";
import { Prose } from "@/components/ui/text/prose";
import { describeErrors } from "@/lib/public-api/reference/endpoint-reference";
import { StatusCode } from "../code/status-code";
import { ReferenceSection } from "../section";

const HEADERS = ["Code", "Status", "When"];

export function ErrorsSection() {
  return (
    <ReferenceSection id="errors" title="Errors">
      <p className="mb-4 text-quiet">
        These are all the codes. Any request can meet those with 401, 405, 429 and 500; the others are named by the
        endpoints that give them.
      </p>
      <Table caption="Errors" columns={HEADERS.map((header) => <ColumnHeader key={header}>{header}</ColumnHeader>)}>
        {describeErrors().map(({ status, code, when }) => (
          <Row key={code} id={`error-${code}`} className="scroll-mt-4 target:bg-accent-soft">
            <RowHeader className="[overflow-wrap:anywhere]">
              <code className="font-medium">{code}</code>
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
