import Link from "next/link";
import type { ReactNode } from "react";
import { Cell, Row, RowHeader, Table } from "@/components/ui/table";
import { deprecationText, type EntityDescription, type FieldView } from "@/lib/entities/view";
import { visible } from "@/lib/json/indented-json";
import type { Operator } from "@/lib/model";
import { fieldAnchor, referenceAddress } from "../reference-address";
import { Names, ReferenceSection } from "../section";

const COLUMNS = [
  { name: "Field", className: "w-[21%]" },
  { name: "Type", className: "w-[12%]" },
  { name: "Required", className: "w-[10%]" },
  { name: "Writable", className: "w-[12%]" },
  { name: "Filters", className: "w-[25%]" },
  { name: "Rules", className: "w-[20%]" },
];
const ROW = "scroll-mt-4 target:bg-accent-soft";

export function FieldsSection({ description, tokenId }: { description: EntityDescription; tokenId: string | null }) {
  return (
    <ReferenceSection id="fields" title="Fields">
      <p className="mb-4 text-quiet">
        What <code>data</code> has in every response, and what it can have in a request. A field that is empty is{" "}
        <code>null</code>; fields that you cannot read are not there.
      </p>
      <Table caption="Fields" columns={COLUMNS}>
        {description.fields.map((field) => (
          <FieldRow key={field.key} field={field} description={description} tokenId={tokenId} />
        ))}
        {description.systemFields.map(({ key, type, operators }) => (
          <Row key={key} id={fieldAnchor(key)} className={ROW}>
            <RowHeader>
              <code className="font-medium">{key}</code>
              <span className="block text-quiet">{SYSTEM[key]}</span>
            </RowHeader>
            <Cell label="Type">
              <code>{type}</code>
            </Cell>
            <Cell label="Required">Always</Cell>
            <Cell label="Writable">No</Cell>
            <Cell label="Filters">
              <Operators operators={operators} />
            </Cell>
            <Cell label="Rules">Top-level field, outside data</Cell>
          </Row>
        ))}
      </Table>
    </ReferenceSection>
  );
}

const SYSTEM = { id: "The record’s own", created: "When it was created", updated: "When it last changed" };

type FieldRowProps = { field: FieldView; description: EntityDescription; tokenId: string | null };

function FieldRow({ field, description, tokenId }: FieldRowProps) {
  return (
    <Row id={fieldAnchor(field.key)} className={ROW}>
      <RowHeader className="[overflow-wrap:anywhere]">
        <code className="font-medium">{field.key}</code>
        <span className="block">
          <bdi>{field.label}</bdi>
        </span>
        {field.description && (
          <span className="block text-quiet">
            <bdi>{field.description}</bdi>
          </span>
        )}
      </RowHeader>
      <Cell label="Type">
        <code>{field.type}</code>
        {field.reference !== null && (
          <span className="block [overflow-wrap:anywhere]">
            to{" "}
            <Link
              href={referenceAddress({ page: field.reference, tokenId })}
              prefetch={false}
              className="inline-block min-h-6 text-accent underline underline-offset-2"
            >
              {field.reference}
            </Link>
          </span>
        )}
      </Cell>
      <Cell label="Required">{requiredWords(field)}</Cell>
      <Cell label="Writable">{writtenWords(field, description)}</Cell>
      <Cell label="Filters">
        <Operators operators={field.operators} />
      </Cell>
      <Cell label="Rules" className="[overflow-wrap:anywhere]">
        <Rules field={field} />
      </Cell>
    </Row>
  );
}

function requiredWords({ required, default: initial }: FieldView): string {
  if (!required) return "No";
  return initial === null ? "Yes" : "Yes, has a default";
}

/** If the caller cannot write at all, the fields do not repeat that. */
function writtenWords({ createable, updateable }: FieldView, { permissions }: EntityDescription): string {
  if (!permissions.create && !permissions.update) return "No";
  if (createable && updateable) return "Always";
  if (createable) return permissions.update ? "On create only" : "On create";
  if (updateable) return permissions.create ? "On update only" : "On update";
  return "Read-only";
}

function Operators({ operators }: { operators: readonly Operator[] }) {
  if (operators.length === 0) return <span className="text-quiet">None</span>;
  return (
    <span className="text-xs leading-5">
      <Names names={operators} />
    </span>
  );
}

const MANY_OPTIONS = 8;

function Rules({ field }: { field: FieldView }) {
  const { options, min, max, maxLength, unique, searchable, sortable, deprecation, default: initial } = field;
  const rules: [string, ReactNode][] = [
    ["deprecated", deprecation !== null && deprecationText(deprecation)],
    ["unique", unique && "Unique"],
    ["length", maxLength !== null && `At most ${maxLength.toLocaleString("en")} characters`],
    ["range", rangeWords(min, max)],
    [
      "default",
      initial !== null && (
        <>
          Default <code>{visible(JSON.stringify(initial))}</code>
        </>
      ),
    ],
    ["options", options.length > 0 && <Options options={options} />],
    ["use", [searchable && "Searched", !sortable && "Cannot be sorted by"].filter(Boolean).join(" · ")],
  ];
  const shown = rules.filter(([, rule]) => rule !== false && rule !== "");
  if (shown.length === 0) return <span className="text-quiet">–</span>;
  return shown.map(([name, rule]) => (
    <span key={name} className="block">
      {rule}
    </span>
  ));
}

function rangeWords(min: FieldView["min"], max: FieldView["max"]): string {
  if (min !== null && max !== null) return `${min} to ${max}`;
  if (min !== null) return `At least ${min}`;
  return max === null ? "" : `At most ${max}`;
}

function Options({ options }: { options: FieldView["options"] }) {
  const names = options.map(({ value, label }) => (
    <span key={value} className="block">
      <code>{visible(value)}</code>
      {label.toLowerCase() !== value.toLowerCase() && (
        <span className="text-quiet">
          {" "}
          <bdi>{label}</bdi>
        </span>
      )}
    </span>
  ));
  if (options.length <= MANY_OPTIONS) return names;
  return (
    <details>
      <summary className="min-h-6 text-accent">{options.length} options</summary>
      {names}
    </details>
  );
}
