/** Where engines that share SQL's words do different things with them. Plain data: it goes to the thread that parses. */
export interface SqlRules {
  /** The dialect, as the parser calls it. */
  parser: 'mssql' | 'oracle' | 'mysql' | 'postgresql' | 'sqlite' | 'duckdb';
  /** What its functions are called that others have by another name: own name, in lower case → common name. */
  functions: Readonly<Record<string, string>>;
  /** Functions that read like one of many engines, and do something else. */
  own: readonly string[];
  /** What stands without brackets and is a function. */
  constants: readonly string[];
  /** What `||` does; `joinAll` treats NULL as empty. */
  pipes: 'join' | 'joinAll' | 'or';
  /** Whether `+` joins texts. */
  plusJoins: boolean;
  /** Whether `concat` leaves NULL out. */
  concatSkipsNull: boolean;
  /** Whether integers divide to an integer. */
  dividesIntegers: boolean;
  /** Whether a number becomes an integer by rounding; else by truncating. */
  castRounds: boolean;
  /**
   * Types of casts that others read otherwise: a pattern of how one is written, without blanks, and what it comes to (`fixed` is filled
   * up with blanks, `single` a float of 32 bits); null is known to this engine alone.
   */
  castTypes: readonly (readonly [pattern: string, as: string | null])[];
  /** What LIKE takes for an escape by default. */
  likeEscape: string | null;
  /** Whether LIKE knows classes of characters in square brackets. */
  likeClasses: boolean;
  /** Whether `greatest` and `least` leave NULL out. */
  greatestSkipsNull: boolean;
  /** The letters that `lower` and `upper` change, where these are not all that have another case, each to one letter. */
  letters?: Readonly<Partial<Record<'lower' | 'upper', string>>>;
  /** Whether the time of now is that of Greenwich. */
  nowIsUtc: boolean;
  /** Where an order puts NULL by default. */
  nullsAre: 'smallest' | 'largest' | 'last';
  /** Rewritten outside of quotes before it is parsed, in order: pattern, flags `giu`, and replacement. */
  rewrites: readonly (readonly [pattern: string, replacement: string])[];
  /** What the parser would read as something else: pattern, flags `iu`. */
  refused?: string;
  writing: SqlWriting;
}

/** Parts of a time, of as many digits everywhere: of a month, of an hour of 24, of a minute … */
export type TimePart = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

/** How the words that engines share are written. */
export interface SqlWriting {
  /** The function that writes a time by a pattern, and how parts are spelt there; signs between them stand for themselves. */
  patterns?: { call: string; parts: Readonly<Record<TimePart, string>> };
  /** What names stand in. */
  quotes: readonly [open: string, close: string];
  /** Common name of a function → own; one that is not here is called by its common name. */
  functions: Readonly<Record<string, string>>;
  /** Functions and operators that cannot be written, by their common names. */
  lacks: readonly string[];
  /** The type that a value of a kind is converted to. */
  casts: Readonly<Record<string, string>>;
  /** Whether TRUE and FALSE are values, and a column can be a condition. */
  booleans: boolean;
  /** Whether dates need their type before them. */
  typedDates: boolean;
  /** What joins texts of which none is NULL; by a call of `concat` where it is none. */
  joins: '||' | '+' | null;
  /** Equal, or both NULL. */
  same: 'IS NOT DISTINCT FROM' | 'IS' | '<=>' | null;
  quotient: '/' | 'DIV' | '//' | null;
  /** The rest of a division; `mod` as a call. */
  modulo: '%' | 'mod';
  /** `INTERVAL '1 day'`, `INTERVAL 1 DAY`, `dateadd(day, 1, …)`. */
  intervals: 'quoted' | 'bare' | 'dateadd' | null;
  /** How the number of rows is bounded behind a query. */
  limit: 'limit' | 'fetch' | null;
}
