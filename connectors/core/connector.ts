import type { EngineId } from '../../contract/database-types.ts';
import type { AccountRights, StandardType, TlsMode } from '../../contract/engines.ts';
import type { Message } from '../../contract/messages/message.ts';
import type { ErrorClass } from '../../contract/proof/calls.ts';
import type { CanonicalType } from '../../contract/proof/definitions.ts';
import type { OtherKind } from '../../contract/proof/others.ts';
import type { CallSyntax, CallWriter } from './calls/call-text.ts';
import type { Call, CallRunner } from './call.ts';
import type { ConstructSupport, Constructs } from './sql/constructs.ts';
import type { DataReader } from './data.ts';
import type { Ddl } from './ddl/ddl.ts';
import type { DefinitionReader } from './definitions.ts';
import type { Engine } from './engine.ts';
import type { OtherList } from './catalogue/others.ts';
import type { SqlRules } from './sql/sql-rules.ts';

/** Where a database is and how to sign in there, as a person entered it. */
export interface ConnectionTarget {
  /** Host name or address, empty for engines without the `ip` field. */
  host: string;
  /** 1..65535; null means the engine's default. */
  port: number | null;
  /** Database or service name; for SQLite a path below the folder that the operator allows. */
  database: string;
  username: string;
  password: string;
  tls: TlsMode;
  /** PEM certificates of the authority, for `verify-full` and `verify-ca`. */
  tlsCa: string | null;
}

export interface Limits {
  /** Milliseconds. `overall` bounds everything from connect to the last row. */
  connect: number;
  statement: number;
  overall: number;
  /** Bytes of one row, or of whatever else arrives in its place. */
  row: number;
  /** Bytes of one statement's answer that are held in memory, including overhead. */
  answer: number;
}

export const DEFAULT_LIMITS: Limits = {
  connect: 10_000,
  statement: 60_000,
  overall: 300_000,
  row: 32_000_000,
  answer: 64_000_000,
};

/** What the operator allows connections to reach. */
export interface Reach {
  /**
   * Resolves a host once, checks every answer, and returns the one address to connect to.
   * @throws ConnectorError `reach` when any answer is not allowed, `network` when there is none.
   */
  resolve(host: string, port: number, database: string): Promise<string>;
  /**
   * The absolute path of a SQLite file below the allowed folder, links followed.
   * @throws ConnectorError `reach` when it lies outside, `not-found` when there is no such file.
   */
  resolveFile(path: string): Promise<string>;
}

export interface ConnectOptions {
  reach: Reach;
  limits: Limits;
  /** Aborting it cancels the statement on the server, too, and closes the connection. */
  signal?: AbortSignal;
}

/** Something that the account cannot see; the message names the missing grant. */
export type Warning = Message;

/** Names that a warning lists. */
export const EXAMPLES = 3;
/** The first of some names, with a sign where there are more. */
export const examplesOf = (names: readonly string[], count = names.length): string =>
  [...names.slice(0, EXAMPLES), ...(count > EXAMPLES ? ['…'] : [])].join(', ');

export interface ObjectList {
  /** Names in the engine's own spelling, ordered by name; an overloaded routine is `name(argument types)`. */
  names: string[];
  warnings: Warning[];
}

/** An open, read-only connection to one database. Every method throws ConnectorError only. */
export interface Connection {
  /** Such as `PostgreSQL 15.18`. */
  serverVersion(): Promise<string>;
  /** Schemas without the engine's own, ordered by name. */
  listSchemas(): Promise<string[]>;
  /**
   * Objects of one type in one schema. What counts as what: aggregates and window functions are
   * functions, materialised views are views, foreign tables and partitioned parents are tables,
   * partitions are left out; so are system objects and what an extension owns.
   * @throws ConnectorError `not-found` when the schema does not exist.
   */
  listObjects(type: StandardType, schema: string): Promise<ObjectList>;
  /**
   * Other objects of a schema: a list for each kind that this server has, in the order of its kinds. Sequences of
   * numbered columns are left out: they belong to their table.
   * @param only - the kinds that are wanted; all where absent
   */
  listOthers(schema: string, only?: readonly OtherKind[]): Promise<OtherList[]>;
  /**
   * What this account cannot see, found without reading the whole catalogue.
   * @param schemas - only what is hidden in these, where schemas are the databases of a server
   */
  listWarnings(schemas?: readonly string[]): Promise<Warning[]>;
  /** Which rows this account may not read, or not all of, as far as that is found without reading them. */
  listUnreadable(schemas?: readonly string[]): Promise<Warning[]>;
  /** What the account may do besides reading; absent where there are no accounts. */
  rights?(): Promise<AccountRights>;
  /** What objects are made of; absent while the engine has no reader for it. */
  definitions?: DefinitionReader;
  /** The rows of tables and views. */
  data?: DataReader;
  /** Runs users' own calls. */
  calls?: CallRunner;
  close(): Promise<void>;
}

/** One engine: a folder here, and a line in the registry's two lists. Facts are data; nothing else names an engine. */
export interface Connector extends Engine {
  id: EngineId;
  /** Whether values of a column have no text that compares: the column is left out of comparisons. */
  isUnwritten?(column: { type: string; canonical: CanonicalType }): boolean;
  /** Whether the values of an array can be written as JSON that means the same: the form `text` with `json`. */
  isWrittenAsJson?(array: Extract<CanonicalType, { kind: 'array' }>): boolean;
  /** The meaning of a type that a call's result names, without lengths where the result has none. */
  canonicalOf(type: string): CanonicalType;
  callWriter: CallWriter;
  /** The class of an error that a call raised; null where it is unknown. */
  classOfError(error: { code: string; message: string }): ErrorClass | null;
  /** Warnings about effects of this call that a rollback would not undo; empty where it undoes everything. */
  irrevocable?(text: string): Message[];
  /** Refuses calls that must never be sent, whatever the database is. @throws ConnectorError */
  checkCall?(call: Call): void;
  /** How its statements are written. */
  callSyntax: CallSyntax;
  /** What its expressions mean. */
  sqlRules: SqlRules;
  /** Constructs in its texts that other engines lack, and how it supports constructs of others. */
  constructs: Constructs;
  constructSupport: ConstructSupport;
  /** Writes statements that change its tables; they are never run here. */
  ddl: Ddl;
  /** Scripts that people run by hand around the cutover. */
  cutover: CutoverScripts;
  /** Loads the driver on first use. @throws ConnectorError */
  connect(target: ConnectionTarget, options: ConnectOptions): Promise<Connection>;
}

/** Opens a connection to a database of an engine type. */
export type Connect = (
  engine: EngineId,
  target: ConnectionTarget,
  options: ConnectOptions,
) => Promise<Connection>;

/**
 * What people run by hand around a cutover, in the dialect of the engine; nobody here runs it. Each is a script for the
 * engine's own shell, of the database that the shell is in; empty where the engine has no such thing.
 */
export interface CutoverScripts {
  /** As the source. */
  source: {
    /** Stops all writes. */
    freeze: string;
    /** Reverts `freeze`. */
    thaw: string;
  };
  /** As the target. */
  target: {
    /** Lets numbering continue after the largest value: sets the next numbers, or prints the statements that do. */
    numbers: string;
    /** Updates the planner's statistics. */
    statistics: string;
    /** Lists who may do what. */
    grants: string;
    /** Lists what is broken or not enforced: nothing, where all is well. */
    smoke: string;
    /** Lists what is running, and what it waits for. */
    watch: string;
  };
}
