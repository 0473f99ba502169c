/** The operators of conditions. */
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@/components/ui/table";
import { visible } from "@/lib/json/indented-json";
import { exampleText, OPERATOR_ROWS, typesOf } from "@/lib/public-api/reference/operator-table";
import { Names, ReferenceSection } from "../section";

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
