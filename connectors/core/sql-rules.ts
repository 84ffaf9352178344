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
  /** What LIKE takes for an escape without being told. */
  likeEscape: string | null;
  /** Whether LIKE knows classes of characters in square brackets. */
  likeClasses: boolean;
  /** Whether `greatest` and `least` leave NULL out. */
  greatestSkipsNull: boolean;
  /** Whether the time of now is that of Greenwich. */
  nowIsUtc: boolean;
  /** Rewritten outside of quotes before it is parsed, in order: pattern, flags `giu`, and replacement. */
  rewrites: readonly (readonly [pattern: string, replacement: string])[];
  /** What the parser would read as something else: pattern, flags `iu`. */
  refused?: string;
}
