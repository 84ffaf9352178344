import type { Message } from '../../../../contract/messages/message.ts';
import type { ColumnCounterpart } from '../../../../contract/proof/rows.ts';
import type { Change, Ddl } from '../../../../connectors/core/ddl.ts';
import type { ForeignKey, TableDefinition } from '../../../../connectors/core/definitions.ts';
import type { Expression, KnownColumn } from '../../sql/service.ts';
import type { TableName } from './counterparts.ts';
import type { RawFinding } from './raw-finding.ts';
import type { Words } from './trigger-settings.ts';

/** What is written for the target so that it does what the source does. */
export interface RepairTexts {
  /** An expression of the source's table; null where the target has no words for it. */
  expression(columns: readonly KnownColumn[], expression: Expression): string | null;
  /** The query of the source's view. */
  view(query: string): string | null;
}

/** A table on the target, and the source's columns as it calls them. */
export interface Relation {
  path: readonly string[];
  columns: readonly KnownColumn[];
}

/** What mends a finding on the target. */
export interface Repair {
  /** In order, without what ends them; null where no statement does. */
  statements: string[] | null;
  /** Those that have to wait until all tables are there. */
  last: string[];
  /** Those that drop what only the target has: shown as comments, because nobody gets it back. Null of all other findings. */
  removal: string[] | null;
  /** Why there is none, or what they leave out. */
  unmended: Message | null;
}

export const none = (unmended: Message): Repair => ({
  statements: null,
  last: [],
  removal: null,
  unmended,
});

/** What repairs of one pair are made from. */
export interface RepairSetting {
  ddl: Ddl;
  sameEngine: boolean;
  /** The words of the source's engine. */
  from: Words;
  rename: (name: string) => string;
  /** Columns that people named. */
  named: readonly ColumnCounterpart[];
  /** Schema and name of the target. */
  path: readonly string[];
  texts: RepairTexts;
  /** Where what lies in a schema of the source goes to; null where nobody knows. */
  schemaOf(schema: string): string | null;
  /** What a table of the source became; null where nobody knows, or its columns were never read. */
  relation(name: TableName): Relation | null;
  /** What a foreign key of the source has to lead to on the target; null where nobody knows. */
  referenced(key: ForeignKey): { table: readonly string[]; columns: readonly string[] } | null;
}

/** A table of the source and what it became, with what repairs need of both. */
export interface Sides extends RepairSetting {
  finding: RawFinding;
  /** All that are to be mended. */
  open: readonly RawFinding[];
  source: TableDefinition;
  target: TableDefinition;
  /** The source's columns, as the target calls them. */
  columns: readonly KnownColumn[];
  nameOf(column: string): string;
}
export type Maker = (sides: Sides) => Change[] | null;

/** The name that the source has, or one that says what it is about. */
export const nameFor = (name: string, { target, nameOf }: Sides, ...parts: string[]): string =>
  name === '' ? [target.name, ...parts].join('_').slice(0, 60) : nameOf(name);
