import type { DataReader, TextRow } from '../../../../connectors/core/data.ts';
import type {
  Column,
  TableDefinition,
  ViewDefinition,
} from '../../../../connectors/core/definitions.ts';
import type { EngineId } from '../../../../contract/database-types.ts';
import type { Side } from '../../../../contract/fields.ts';
import type { Message } from '../../../../contract/messages/message.ts';
import type { Coverage, DataResult } from '../../../../contract/proof/pairs.ts';
import type { RunOptions } from '../../../../contract/proof/runs.ts';
import type { ComparisonRules, Difference } from '../../../../contract/proof/rows.ts';
import type { Explanation } from '../../../../contract/proof/causes.ts';
import type { Inherited } from '../pairs/service.ts';
import type { ComparedColumns } from '../../databases/service.ts';

/** A table or view and how it is read. */
export interface DataSide {
  engine: EngineId;
  /** May be called by several at once; whoever gives it limits connections and load. */
  reader: DataReader;
  definition: TableDefinition | ViewDefinition;
  schema: string;
  name: string;
  /** Which of several tables a row that was read is from; absent where it is one table. */
  partOf?: (row: TextRow) => string | null;
}

/** What is read in place of a column. */
export interface ComputedValue extends Pick<Column, 'type' | 'canonical'> {
  expression: string;
}
/** By the columns' source names. */
export type Computed = Record<Side, ReadonlyMap<string, ComputedValue>>;

export interface DataTask {
  source: DataSide;
  target: DataSide;
  rules: ComparisonRules;
  /** What the project lets pass, besides the rules of the pair. */
  inherited?: readonly Inherited[];
  /** What the expressions in the rules are on their sides; absent where there are none. */
  computed?: Computed;
  /** Values of columns whose names contain one of these, in any case, are neither kept nor shown. */
  mask: readonly string[];
  options: RunOptions;
  /** Stands for a text that nobody may guess: `Vault.mark` of the pair. */
  mark: (text: string) => string;
  /** What the project's naming rules make of a source column's name. */
  namesFold: (sourceColumn: string) => string;
  /** Slices that are compared at once. */
  connections: number;
  signal: AbortSignal;
  /** What an earlier attempt saved last; null at the first one. */
  checkpoint: unknown;
  saveCheckpoint(value: unknown): Promise<void>;
  /** Tells how many rows more were read on the source side. */
  addRows(rows: number): void;
}

export interface DataOutcome {
  result: DataResult;
  rowsSource: number | null;
  rowsTarget: number | null;
  /** The first 1,000. */
  differences: Difference[];
  differencesTotal: number;
  /** Whether more may differ. */
  atLeast: boolean;
  /** Of the rows that differ, those in `differences` first (`marks.ts`); fewer where not all are known. */
  marks: string[];
  /** Null where nothing could be compared. */
  coverage: Coverage | null;
  /** Of what the project lets pass, that without which this is not proven: ids. */
  leansOn: number[];
  /** Why nothing could be compared; it is among the notes, too. */
  reason: Message | null;
  /** What the values in differences and notes are of; null where there are none. */
  compared: ComparedColumns | null;
  /** Why rows differ, as far as known; null where none was looked at. */
  explanation: Explanation | null;
  /** Rules that applied, what was left out, why it could not be compared. */
  notes: Message[];
}
