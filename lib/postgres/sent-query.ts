/**
 * A query as the driver sends it, its rows as objects by the names of their columns. Of what a connection knows by name only the
 * rows are asked for: the columns were described the first time, and a name never stands for another text. To have them described
 * each time costs a read by key a tenth more (docs/performance.md). Leans on what the driver's types leave out.
 */
import pg from "pg";

export type QueryConfig = { name: string | undefined; text: string; values: unknown[]; timeoutMs: number | undefined };

type Callback = (error: Error | null, rows: object[]) => void;
type Column = { name: string; parse: (text: string) => unknown };

const DriverQuery = pg.Query as unknown as new (
  text: string,
  values: unknown[],
) => pg.Query & {
  name: string | undefined;
  query_timeout: number | undefined;
  callback: Callback;
  prepare(connection: pg.Connection): void;
};

/** By the name of the statement; as many as there are names (`prepared.ts`). */
const described = new Map<string, Column[]>();

export class SentQuery extends DriverQuery {
  private columns: Column[] | undefined;
  private readonly found: object[] = [];
  private fault: Error | null = null;

  constructor({ name, text, values, timeoutMs }: QueryConfig, callback: Callback) {
    super(text, values);
    this.name = name;
    this.query_timeout = timeoutMs;
    this.callback = callback;
    if (name !== undefined) this.columns = described.get(name);
  }

  override prepare(connection: pg.Connection): void {
    super.prepare(this.columns === undefined ? connection : withoutDescribe(connection));
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.columns = fields.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID, "text") }));
    if (this.name !== undefined) described.set(this.name, this.columns);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      const row: Record<string, unknown> = {};
      for (const [place, { name, parse }] of (this.columns ?? []).entries()) {
        const text = fields[place] ?? null;
        row[name] = text === null ? null : parse(text);
      }
      this.found.push(row);
    } catch (error) {
      this.fault ??= error as Error;
    }
  }

  /** How many rows there were, the rows themselves say. */
  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(this.fault, this.found);
  }
}

/** The same connection, but one that asks for no columns. One for each, made once. */
const withoutDescribes = new WeakMap<pg.Connection, pg.Connection>();

function withoutDescribe(connection: pg.Connection): pg.Connection {
  const known = withoutDescribes.get(connection);
  if (known !== undefined) return known;
  const created = Object.create(connection, { describe: { value: () => {} } }) as pg.Connection;
  withoutDescribes.set(connection, created);
  return created;
}
