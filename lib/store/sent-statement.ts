/**
 * A statement as the driver sends it. What a connection knows by name is asked for its rows only: the columns were described
 * the first time, and a name never stands for another text. To have them described each time costs PostgreSQL and the driver
 * a tenth of what a read by key does.
 */
import pg from "pg";

export type ResultRow = unknown[];

type Answered = (error: Error | null, rows: ResultRow[]) => void;
type ReadColumn = (text: string) => unknown;

/** The driver's query, with what its types leave out. */
const DriverQuery = pg.Query as unknown as new (
  text: string,
  values: unknown[],
) => pg.Query & {
  name: string | undefined;
  text: string;
  values: unknown[];
  callback: Answered;
  prepare(connection: pg.Connection): void;
};

/** How the columns are read, by the name of the statement. As many as there are names (`prepared.ts`). */
const described = new Map<string, ReadColumn[]>();

export class SentStatement extends DriverQuery {
  private columns?: ReadColumn[];
  private readonly found: ResultRow[] = [];
  private fault: Error | null = null;

  constructor({ name, text, values }: { name?: string; text: string; values: unknown[] }) {
    // The driver copies what it is given as one object, property by property.
    super(text, values);
    this.name = name;
    if (name !== undefined) this.columns = described.get(name);
  }

  override prepare(connection: pg.Connection): void {
    super.prepare(this.columns === undefined ? connection : undescribed(connection));
  }

  handleRowDescription({ fields }: { fields: { dataTypeID: number }[] }): void {
    this.columns = fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, "text") as ReadColumn);
    if (this.name !== undefined) described.set(this.name, this.columns);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      this.found.push(fields.map((text, place) => (text === null ? null : this.columns?.[place]?.(text))));
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

/** The same connection, but deaf to questions about columns. One for each, made once. */
const deaf = new WeakMap<pg.Connection, pg.Connection>();

function undescribed(connection: pg.Connection): pg.Connection {
  const known = deaf.get(connection);
  if (known !== undefined) return known;
  const made = Object.create(connection, { describe: { value: () => {} } }) as pg.Connection;
  deaf.set(connection, made);
  return made;
}

/** The pool, a lane, or one connection: of a lane, or of a transaction. */
export type Database = { query(statement: SentStatement): unknown };

/** Sends it and waits for its rows. */
export function send(statement: SentStatement, database: Database): Promise<ResultRow[]> {
  // Whatever the driver's types say, a pool promises the answer, and a connection calls back.
  if (!(database instanceof pg.Client)) return database.query(statement) as Promise<ResultRow[]>;
  return new Promise((resolve, reject) => {
    statement.callback = (error, rows) => (error === null ? resolve(rows) : reject(error));
    database.query(statement);
  });
}
