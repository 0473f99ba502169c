import { Code, CodeCard } from "@/components/code/code-card";
import { StatusCode } from "@/components/code/status-code";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@/components/ui/table";
import { ErrorCode } from "@/components/ui/text/error-code";
import { Prose } from "@/components/ui/text/prose";
import { visible } from "@/lib/json/indented-json";
import {
  MAX_BATCH_BYTES,
  MAX_BODY_BYTES,
  MAX_EXPANDED,
  MAX_FILTER_VALUES,
  MAX_GROUPS,
  MAX_LISTS_OF_TOKEN,
  MAX_OPERATIONS,
  MAX_PAGE_SIZE,
  MAX_SORT_FIELDS,
  MAX_WAIT_OF_BATCH_MS,
  OPERATIONS_OF_REQUEST,
} from "@/lib/limits";
import { env } from "@/lib/process/env";
import { describeErrors } from "@/lib/public-api/reference/endpoint-reference";
import { exampleText, OPERATOR_ROWS, typesOf } from "@/lib/public-api/reference/operator-table";
import { Names, ReferenceSection } from "../section";
import { type Sample, StartSection } from "./sample";

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

const MIB = 1024 * 1024;

export function LimitsSection({ sample }: { sample: Sample }) {
  const { RATE_LIMIT_REQUESTS_PER_MINUTE: requests, RATE_LIMIT_AUTH_FAILURES_PER_MINUTE: failures } = env();
  const limits: [what: string, limit: string][] = [
    ["Requests of a token", `${requests} a minute`],
    ["Failed authentications of an address", `${failures} a minute`],
    [
      "Lists, queries and aggregates of a token at work",
      `at most ${MAX_LISTS_OF_TOKEN} at a time; others wait a second for their turn`,
    ],
    ["Batches at work", `they take turns; one that waited ${MAX_WAIT_OF_BATCH_MS / 1_000} seconds is 429`],
    ["Records in a page", `${MAX_PAGE_SIZE}`],
    ["Sort fields, expanded references", `${MAX_SORT_FIELDS}, ${MAX_EXPANDED}`],
    ["Values in a list of a filter", `${MAX_FILTER_VALUES}`],
    ["Groups of an aggregate", `${MAX_GROUPS.toLocaleString("en")}`],
    ["Operations of a batch", `${MAX_OPERATIONS}; every ${OPERATIONS_OF_REQUEST} begun count as a request`],
    ["Body of a request, of a batch", `${MAX_BODY_BYTES / MIB} MiB, ${MAX_BATCH_BYTES / MIB} MiB`],
  ];
  return (
    <StartSection
      sample={sample}
      id="limits"
      aside={
        <CodeCard head={<span className="font-medium">On every response</span>} copyLabel="Copy the headers">
          <Code label="Headers that tell what is left" language="http">
            {`x-ratelimit-limit: ${requests}\nx-ratelimit-remaining: ${requests - 1}\nx-ratelimit-reset: 1795249200`}
          </Code>
        </CodeCard>
      }
    >
      <dl className="grid grid-cols-1 text-sm">
        {limits.map(([what, limit]) => (
          <div
            key={what}
            className="grid gap-x-4 border-line border-t py-2 first:border-t-0 @min-[26rem]/content:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
          >
            <dt className="text-quiet">{what}</dt>
            <dd>{limit}</dd>
          </div>
        ))}
      </dl>
    </StartSection>
  );
}
