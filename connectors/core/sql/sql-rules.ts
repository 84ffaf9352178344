/** How an engine's SQL differs in meaning from that of others. Plain data: it is sent to the parser's thread. */
export interface SqlRules {
  /** The dialect, as the parser calls it. */
  parser: 'mssql' | 'oracle' | 'mysql' | 'postgresql' | 'sqlite' | 'duckdb';
  /** Functions under names of its own: own name, in lower case → common name. */
  functions: Readonly<Record<string, string>>;
  /** Functions that have a common name, but another meaning. */
  own: readonly string[];
  /** Functions that are called without brackets. */
  constants: readonly string[];
  /** What `||` does; `joinAll` treats NULL as empty. */
  pipes: 'join' | 'joinAll' | 'or';
  /** Whether `+` joins texts. */
  plusJoins: boolean;
  /** Whether `concat` skips NULL. */
  concatSkipsNull: boolean;
  /** Whether integers divide to an integer. */
  dividesIntegers: boolean;
  /** Whether a number becomes an integer by rounding; else by truncating. */
  castRounds: boolean;
  /**
   * Types in casts that other engines read differently: a pattern of the type without blanks, and its common name (`fixed` is padded
   * with blanks, `single` a float of 32 bits); null for a type of this engine alone.
   */
  castTypes: readonly (readonly [pattern: string, as: string | null])[];
  /** The default escape character of LIKE; null where it has none. */
  likeEscape: string | null;
  /** What LIKE makes of the case of letters: each counts, A to Z do not, or the collation decides. */
  likeCase: 'counts' | 'ascii' | 'collation';
  /** Whether LIKE knows classes of characters in square brackets. */
  likeClasses: boolean;
  /** Whether `greatest` and `least` skip NULL. */
  greatestSkipsNull: boolean;
  /** The letters that `lower` and `upper` convert, where these are not all with a one-letter counterpart in the other case. */
  letters?: Readonly<Partial<Record<'lower' | 'upper', string>>>;
  /** Whether the current time is in UTC. */
  nowIsUtc: boolean;
  /** Where an order puts NULL by default. */
  nullsAre: 'smallest' | 'largest' | 'last';
  /** Rewritten outside of quotes before it is parsed, in order: pattern, flags `giu`, and replacement. */
  rewrites: readonly (readonly [pattern: string, replacement: string])[];
  /** Texts that the parser would misread, and that are therefore refused: pattern, flags `iu`. */
  refused?: string;
  /** Types and functions of extensions, which stay in the schema that an extension is installed in. */
  ofExtensions?: RegExp;
  writing: SqlWriting;
}

/** Parts of a time, of as many digits everywhere: of a month, of an hour of 24, of a minute … */
export type TimePart = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

/** How an engine writes the common operations. */
export interface SqlWriting {
  /** The function that writes a time by a pattern, and how parts are spelt there; signs between them stand for themselves. */
  patterns?: {
    call: string;
    /** Whether the pattern is the first argument. */
    leads?: true;
    /** A third argument that makes the result depend on no session's language. */
    culture?: string;
    /** The type that a date is cast to first, where the function would read it in the session's zone. */
    days?: string;
    parts: Readonly<Record<TimePart, string>>;
  };
  /** The quotes of names. */
  quotes: readonly [open: string, close: string];
  /** Common name of a function → own; one that is not here is called by its common name. */
  functions: Readonly<Record<string, string>>;
  /** Operations that are no call by a name: with operands at `$1` and `$2`, all of them at `$*`, and the text of a literal at `$=`. */
  forms: Readonly<Record<string, string>>;
  /** Functions and operators that cannot be written, by their common names. */
  lacks: readonly string[];
  /** The type in a cast to each kind. */
  casts: Readonly<Record<string, string>>;
  /** Whether TRUE and FALSE are values, and a column can be a condition. */
  booleans: boolean;
  /** Whether the current time can be asked for with so many fractional digits: `CURRENT_TIMESTAMP(3)`. */
  timeDigits: boolean;
  /** Whether dates need their type before them. */
  typedDates: boolean;
  /** The operator that concatenates texts that are not NULL; null: a call of `concat`. */
  joins: '||' | '+' | null;
  /** The operator for "equal, or both NULL". */
  same: 'IS NOT DISTINCT FROM' | 'IS' | '<=>' | null;
  quotient: '/' | 'DIV' | '//' | null;
  /** The remainder of a division; `mod` is a call. */
  modulo: '%' | 'mod';
  /** `INTERVAL '1 day'`, `INTERVAL 1 DAY`, `dateadd(day, 1, …)`. */
  intervals: 'quoted' | 'bare' | 'dateadd' | null;
  /** The clause that limits the rows of a query. */
  limit: 'limit' | 'fetch' | null;
}
