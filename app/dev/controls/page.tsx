/** All controls of `components/ui` in their states, for those who build a page or change a control. Only in development. */
import { KeyRound, Plus } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { PublicFrame } from "@/components/shell/public-frame";
import { Mark } from "@/components/tokens/matrix/mark";
import { Matrix } from "@/components/tokens/matrix/matrix";
import { SmallMatrix } from "@/components/tokens/matrix/small-matrix";
import { StatusBadge } from "@/components/tokens/status-badge";
import { Card } from "@/components/ui/card";
import { Button, LinkButton } from "@/components/ui/controls/button";
import { Checkbox } from "@/components/ui/controls/checkbox";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { SelectField, TextAreaField, TextField } from "@/components/ui/controls/field";
import { FilterFields } from "@/components/ui/controls/filter-fields";
import { RadioTab } from "@/components/ui/controls/radio-tab";
import { EmptyLine, EmptyState } from "@/components/ui/empty";
import { FilterChip } from "@/components/ui/filter-chip";
import { LinkTabs } from "@/components/ui/link-tabs";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { ScrollArea } from "@/components/ui/scroll-area";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@/components/ui/table";
import { CodeBlock } from "@/components/ui/text/code-block";
import { Stat, Stats } from "@/components/ui/text/stat";
import { StatusText } from "@/components/ui/text/status-text";
import { ExactDay, ExactTime, LogTime, RelativeTime } from "@/components/ui/time/time";
import { TOKEN_STATUSES } from "@/lib/tokens/status";

export const metadata: Metadata = { title: "Controls" };

const LOOKS = ["primary", "secondary", "quiet", "risky", "danger"] as const;
const OPTIONS = [
  { value: "a", label: "The first" },
  { value: "b", label: "The second" },
];
const MARKS = {
  list: { kind: "allowed", text: "Yes" },
  create: { kind: "some records", text: "Some records" },
  update: { kind: "exceeds", text: "Exceeds your role" },
  delete: { kind: "not granted", text: "No" },
} as const;
const AT = new Date("2026-11-22T10:31:26Z");
const LATER = new Date("2026-11-22T12:00:00Z");

export default function ControlsPage() {
  if (process.env.NODE_ENV === "production") notFound();
  return (
    <PublicFrame>
      <PageHeader
        title="Controls"
        badges={<StatusBadge status="active" />}
        description="What pages are built from, in all their states."
      />
      <div className="grid grid-cols-1 gap-6">
        <Card title="Buttons">
          <Line>
            {LOOKS.map((look) => (
              <Button key={look} look={look}>
                {look}
              </Button>
            ))}
            <LinkButton href="#buttons" look="primary">
              <Plus aria-hidden />A link
            </LinkButton>
          </Line>
          <Line>
            {LOOKS.map((look) => (
              <Button key={look} look={look} size="small">
                small {look}
              </Button>
            ))}
          </Line>
          <Line>
            <Button disabled>Disabled</Button>
            <Button busy look="primary">
              Busy
            </Button>
            <CopyButton text="text" />
          </Line>
        </Card>
        <Card title="Fields">
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <TextField label="Text" hint="A hint" placeholder="Placeholder" />
            <TextField label="With an error" defaultValue="Wrong" error="Say what to do about it." />
            <TextField label="Optional" required={false} />
            <TextField label="Disabled" disabled defaultValue="Fixed" />
            <TextAreaField label="Several lines" />
            <SelectField label="Choice" options={OPTIONS} />
            <Checkbox label="A box" />
            <Checkbox label="A box that is ticked" defaultChecked />
            {(["small", "medium"] as const).map((size) => (
              <fieldset key={size} className="inline-flex gap-1 justify-self-start rounded-control bg-sunken p-1">
                <legend className="sr-only">Tabs, {size}</legend>
                {OPTIONS.map(({ value, label }) => (
                  <RadioTab key={value} size={size} name={`tabs-${size}`} value={value} defaultChecked={value === "a"}>
                    {label}
                  </RadioTab>
                ))}
              </fieldset>
            ))}
          </div>
        </Card>
        <Card title="States in a word">
          <Line>
            {TOKEN_STATUSES.map((status) => (
              <StatusBadge key={status} status={status} />
            ))}
          </Line>
          <Line>
            <StatusText status={200} code={null} />
            <StatusText status={403} code="PERMISSION_DENIED" />
            <StatusText status={429} code="RATE_LIMITED" />
            <StatusText status={500} code="SERVER_ERROR" />
          </Line>
          <Line>
            <FilterChip name="Code" value="PERMISSION_DENIED" withoutHref="#chips" />
            {(["tabs", "switch"] as const).map((look) => (
              <LinkTabs
                key={look}
                look={look}
                label={`Views, as ${look}`}
                tabs={[
                  { href: "#one", label: "One" },
                  { href: "#two", label: "Two" },
                ]}
                current="#one"
              />
            ))}
          </Line>
          <FilterFields>
            <SelectField label="Status" options={OPTIONS} />
            <TextField label="Who" />
            <Button>Filter</Button>
          </FilterFields>
          <ScrollArea
            label="A part that scrolls"
            className="mt-4 max-h-16 overflow-y-auto rounded-control bg-sunken px-3"
          >
            {["First", "Second", "Third", "Fourth"].map((line) => (
              <p key={line}>{line}</p>
            ))}
          </ScrollArea>
        </Card>
        <div className="grid gap-3">
          {(["info", "good", "warn", "bad"] as const).map((tone) => (
            <Notice key={tone} tone={tone} title={`A notice that is ${tone}`}>
              What happened, and what to do.
            </Notice>
          ))}
        </div>
        <Stats>
          <Stat name="Requests" value="1,204" note="99.2 % accepted" />
          <Stat name="Median" value="3.1 ms" note="of accepted requests" />
          <Stat name="Live tokens" value="12" />
        </Stats>
        <Table
          caption="A table"
          columns={["Name", "Created", "Day"].map((name) => <ColumnHeader key={name}>{name}</ColumnHeader>)}
        >
          {["One", "Two"].map((name) => (
            <Row key={name}>
              <RowHeader>{name}</RowHeader>
              <Cell label="Created">
                <RelativeTime at={AT} now={LATER} />
              </Cell>
              <Cell label="Day">
                <ExactDay at={AT} />
              </Cell>
            </Row>
          ))}
        </Table>
        <Matrix
          caption="A matrix"
          entities={[
            { entityKey: "deals", pluralLabel: "Deals", further: [{ verb: "approve" as const }] },
            { entityKey: "notes", pluralLabel: "Notes", further: [] },
          ]}
          cellOf={(_, verb) => <Mark {...MARKS[verb]} />}
          furtherOf={(_, { verb }) => (
            <>
              <code className="text-xs">{verb}</code> <Mark kind="allowed" text="Yes" />
            </>
          )}
        />
        <div className="max-w-80">
          <SmallMatrix
            caption="A matrix of many entities"
            entities={["Deals", "Notes", "Cities", "People", "Orders", "Offers"].map((name) => ({
              entityKey: name.toLowerCase(),
              pluralLabel: name,
              further: [],
            }))}
            markOf={(_, verb) => ({
              ...MARKS.list,
              ...(verb === "delete" && { kind: "taken away", text: "Removed" }),
            })}
          />
        </div>
        <Card title="Times and code">
          <Line>
            <ExactTime at={AT} />
            <LogTime at={AT} />
          </Line>
          <CodeBlock label="Code">{'curl -H "Authorization: Bearer $PUBLIC_RECORDS_TOKEN"'}</CodeBlock>
        </Card>
        <EmptyState icon={KeyRound} title="Nothing here" actions={<Button look="primary">Do something</Button>}>
          <p>Why there is nothing, and what to do.</p>
        </EmptyState>
        <EmptyLine>Nothing, and nothing to do about it.</EmptyLine>
      </div>
    </PublicFrame>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <div className="mb-3 flex flex-wrap items-center gap-3 last:mb-0">{children}</div>;
}
