/** Reading many records: from page to page, and those that match. */
import { DEFAULT_PAGE_SIZE, MAX_FILTER_CONDITIONS, MAX_FILTER_DEPTH, MAX_PAGE_SIZE } from "@/lib/limits";
import type { Operator } from "@/lib/model";
import { RequestCard } from "../code/request-card";
import type { Reference } from "../load-reference";
import { Names, ReferenceSection } from "../section";
import { sampleEntityKey, sampleRequest } from "./sample";

export function ReadingSections({ reference }: { reference: Reference }) {
  const { language, target } = reference;
  const path = `/entities/${sampleEntityKey(reference)}/records`;
  return (
    <>
      <ReferenceSection
        id="paging"
        title="Paging"
        aside={
          <RequestCard
            id="paging"
            title="A page of records"
            request={sampleRequest({ path, query: { limit: MAX_PAGE_SIZE, sort: "created:asc" } })}
            language={language}
            target={target}
          />
        }
      >
        <p>
          A page has {DEFAULT_PAGE_SIZE} records unless <code>limit</code> says otherwise, and {MAX_PAGE_SIZE} at most.
          Send its <code>nextCursor</code> back as <code>cursor</code>, with the same filter, order and search, until it
          is <code>null</code>.
        </p>
        <p>
          A cursor is a place, not a number of records: what others create or delete meanwhile makes you miss nothing
          and see nothing twice. Without <code>sort</code> the newest records come first.
        </p>
      </ReferenceSection>
      <ReferenceSection
        id="filters"
        title="Filters"
        aside={
          <RequestCard
            id="filters"
            title="A query"
            request={sampleRequest({ method: "POST", path: `${path}/query`, body: QUERY })}
            language={language}
            target={target}
          />
        }
      >
        <p>
          <code>where</code> is a condition, <code>[field, operator, value]</code>, or several in <code>and</code>,{" "}
          <code>or</code> and <code>not</code>: {MAX_FILTER_DEPTH} levels and {MAX_FILTER_CONDITIONS} conditions at
          most. Each entity’s page has the operators of its fields. <code>country.code</code> asks for a field of the
          record that a reference leads to.
        </p>
        <dl className="mt-3 grid grid-cols-1 gap-y-2.5 text-sm">
          {OPERATORS.map(([operators, meaning]) => (
            <div key={meaning}>
              <dt>
                <Names names={operators} />
              </dt>
              <dd className="text-quiet">{meaning}</dd>
            </div>
          ))}
        </dl>
      </ReferenceSection>
    </>
  );
}

const QUERY = {
  where: {
    and: [["created", "gte", "2026-01-01T00:00:00.000Z"], { not: ["updated", "lt", "2026-06-01T00:00:00.000Z"] }],
  },
  sort: [{ field: "updated", direction: "desc" }],
  limit: 50,
};

const OPERATORS: [operators: Operator[], meaning: string][] = [
  [["eq", "neq"], "Equal, not equal. null asks for what is empty."],
  [["gt", "gte", "lt", "lte", "between"], "Greater and less, of numbers, dates and texts; between takes [from, to]."],
  [["in", "nin"], "One of a list, none of a list."],
  [["contains", "not_contains", "starts_with", "ends_with"], "Parts of a text. Upper and lower case are the same."],
  [["any_of", "all_of"], "Of fields with several options: one of these, all of these."],
  [["is_null"], "true: empty. false: not empty."],
];
