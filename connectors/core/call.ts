/** A statement of a person's own, such as a test call. Parameters are named `:name` in the text. */
export interface Call {
  text: string;
  /** Values by parameter name, as texts; null is NULL. */
  parameters: Readonly<Record<string, string | null>>;
  /**
   * false: in a read-only transaction. true: in a transaction that may write and that is rolled back, as far as the call itself has not ended it.
   */
  writes: boolean;
}

/** The column of a table that a column of an answer shows as it is. */
export interface Origin {
  /** '' where the engine has none. */
  schema: string;
  table: string;
  column: string;
}

export interface ResultColumn {
  name: string;
  type: string;
  /** Null where the engine does not tell, and of what is computed: any value of any table can be in it. */
  origin: Origin | null;
}

/** Values as texts, in the forms of the engine's own type: numbers without loss, timestamps in ISO order, binaries in hex. */
export type ResultRow = (string | null)[];

/** A part of the rows that a call answers with, in their order: a result set begins, and goes on. */
export type CallPart =
  | { columns: ResultColumn[] }
  | { rows: ResultRow[] }
  /** Of the first result set, where they are only known after its rows. */
  | { origins: (Origin | null)[] }
  /**
   * Of a call that writes: it is about to begin, or is done and nothing is rolled back yet. Until the part is taken, the
   * connection reads what the call sees. An engine where it cannot gives none of these, and a call that was refused
   * no second one. `written`: the tables it wrote to; null where the engine does not tell.
   */
  | { stage: 'before' }
  | { stage: 'after'; written: WrittenTable[] | null };

/** A table that a call has written to. */
export interface WrittenTable {
  schema: string;
  table: string;
}

/** Takes a part; the next one comes when it is done with this one. False: no more rows are wanted. */
export type TakePart = (part: CallPart) => Promise<boolean>;

/** What is known when a call has ended. */
export interface CallResult {
  /** Output parameters by name. */
  output: Record<string, string | null>;
  /** Rows changed by statements that gave no result set. */
  affected: number | null;
  /** What the engine said where the call failed: its code and its message, for the person who wrote the call. */
  error: { code: string; message: string } | null;
  /**
   * Whether something that the call wrote may have stayed: it ended the transaction that it ran in, or wrote where
   * nothing is rolled back. What happens at other servers and in other transactions is not seen.
   */
  committed: boolean;
  milliseconds: number;
}

/** What a call gave, before it is known what of it has stayed. */
export type Answer = Omit<CallResult, 'committed'>;

export interface CallRunner {
  /**
   * Runs a call; its failure is part of the answer, and may come after rows.
   * @throws ConnectorError where the connection failed, the limit was reached, or a write was refused
   */
  run(call: Call, take: TakePart): Promise<CallResult>;
}
