/** A user's statement, such as a test call. Parameters are named `:name` in the text. */
export interface Call {
  text: string;
  /** Values by parameter name, as texts; null is NULL. */
  parameters: Readonly<Record<string, string | null>>;
  /**
   * false: runs in a read-only transaction. true: runs in a transaction that may write and is rolled back, unless the call itself ends it.
   */
  writes: boolean;
}

/** The table column that a result column shows unchanged. */
export interface Origin {
  /** '' where the engine has none. */
  schema: string;
  table: string;
  column: string;
}

export interface ResultColumn {
  name: string;
  type: string;
  /** Null where the engine does not tell, and for computed columns, which may contain any value of any table. */
  origin: Origin | null;
}

/** Values as texts, in the forms of the engine's own type: numbers without loss, timestamps in ISO order, binaries in hex. */
export type ResultRow = (string | null)[];

/** A part of a call's results, in order: `columns` begins a result set, `rows` continue it. */
export type CallPart =
  | { columns: ResultColumn[] }
  | { rows: ResultRow[] }
  /** Origins of the first result set's columns, where they are known only after its rows. */
  | { origins: (Origin | null)[] }
  /**
   * Of a call that writes: it is about to begin, or has ended and is not rolled back yet. Until the part is taken, the
   * connection sees what the call sees. Engines where that is impossible give neither part, and a call that was refused
   * has no second one. `written`: the tables that it wrote to; null where the engine does not tell.
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

/** The outcome of a call that has ended. */
export interface CallResult {
  /** Output parameters by name. */
  output: Record<string, string | null>;
  /** Rows changed by statements that gave no result set. */
  affected: number | null;
  /** The engine's error code and message where the call failed, for the user who wrote the call. */
  error: { code: string; message: string } | null;
  /**
   * Whether a write of the call may have stayed, because it ended its transaction or wrote where
   * nothing is rolled back. Effects on other servers and in other transactions are not detected.
   */
  committed: boolean;
  milliseconds: number;
}

/** The outcome of a call before it is known whether its writes stayed. */
export type Answer = Omit<CallResult, 'committed'>;

export interface CallRunner {
  /**
   * Runs a call; its failure is part of the answer, and may come after rows.
   * @throws ConnectorError where the connection failed, the limit was reached, or a write was refused
   */
  run(call: Call, take: TakePart): Promise<CallResult>;
}
