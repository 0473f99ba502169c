import { StatusCode } from "@/components/code/status-code";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@/components/ui/table";
import { ErrorCode } from "@/components/ui/text/error-code";
import { Prose } from "@/components/ui/text/prose";
import { visible } from "@/lib/json/indented-json";
import { describeErrors } from "@/lib/public-api/reference/endpoint-reference";
import { exampleText, OPERATOR_ROWS, typesOf } from "@/lib/public-api/reference/operator-table";
import { Names, ReferenceSection } from "../section";
import type { Sample } from "./sample";
import { StartSection } from "./start-section";

const HEADERS = [
  ["Operator", "w-[18%]"],
  ["Meaning", "w-[20%]"],
  ["Types", "w-[22%]"],
  ["Value", "w-[18%]"],
  ["Example", "w-[22%]"],
] as const;

export function OperatorsSection() {
  return (
    <ReferenceSection id="operators" title="Operators">
      <Table
        caption="Operators"
        columns={HEADERS.map(([header, width]) => (
          <ColumnHeader key={header} className={width}>
            {header}
          </ColumnHeader>
        ))}
      >
        {OPERATOR_ROWS.map((row) => (
          <Row key={row.meaning}>
            <RowHeader>
              <Names names={row.operators} />
            </RowHeader>
            <Cell label="Meaning">{row.meaning}</Cell>
            <Cell label="Types">{typesOf(row).join(", ")}</Cell>
            <Cell label="Value">{row.value}</Cell>
            <Cell label="Example">
              <code className="[overflow-wrap:anywhere]">{visible(exampleText(row))}</code>
            </Cell>
          </Row>
        ))}
      </Table>
    </ReferenceSection>
  );
}

export function ErrorsSection({ sample }: { sample: Sample }) {
  return (
    <StartSection sample={sample} id="errors">
      <Table
        caption="Errors"
        columns={["Code", "Status", "When"].map((header) => <ColumnHeader key={header}>{header}</ColumnHeader>)}
      >
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
