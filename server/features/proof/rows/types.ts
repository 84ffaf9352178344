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
  /** May be called concurrently; the provider limits connections and load. */
  reader: DataReader;
  definition: TableDefinition | ViewDefinition;
  schema: string;
  name: string;
  /** The table that a row was read from; absent where the side is a single table. */
  partOf?: (row: TextRow) => string | null;
}

/** An expression that is read in place of a column. */
export interface ComputedValue extends Pick<Column, 'type' | 'canonical'> {
  expression: string;
  /** The rule of the project that it is from; absent where it is the pair's own. */
  rule?: Inherited;
}
/** By the columns' source names. */
export type Computed = Record<Side, ReadonlyMap<string, ComputedValue>>;

export interface DataTask {
  source: DataSide;
  target: DataSide;
  rules: ComparisonRules;
  /** The project's tolerances and expressions, besides the rules of the pair. */
  inherited?: readonly Inherited[];
  /** What may identify the rows of views, by source names, the best first. */
  viewKeys?: readonly (readonly string[])[];
  /** The expressions of the pair and the project as each side describes them; absent where there are none. */
  computed?: Computed;
  /** Values of columns whose names contain one of these, in any case, are neither kept nor shown. */
  mask: readonly string[];
  options: RunOptions;
  /** A keyed mark of a text, which does not let anybody guess the text: `Vault.mark` of the pair. */
  mark: (text: string) => string;
  /** Applies the project's naming rules to a source column's name. */
  namesFold: (sourceColumn: string) => string;
  /** Slices to compare at a time. */
  connections: number;
  signal: AbortSignal;
  /** The checkpoint that an earlier attempt saved last; null at the first attempt. */
  checkpoint: unknown;
  saveCheckpoint(value: unknown): Promise<void>;
  /** Reports how many more source rows were read. */
  addRows(rows: number): void;
}

export interface DataOutcome {
  result: DataResult;
  rowsSource: number | null;
  rowsTarget: number | null;
  /** At most `MAX_KEPT_ROWS`. */
  differences: Difference[];
  differencesTotal: number;
  /** Whether more may differ. */
  atLeast: boolean;
  /** Marks of differing rows, those in `differences` first (`marks.ts`); fewer where not all rows are known. */
  marks: string[];
  /** Null where nothing could be compared. */
  coverage: Coverage | null;
  /** Ids of the project's tolerances that the result relies on. */
  usedTolerances: number[];
  /** Ids of the project's expressions that it relies on. */
  usedExpressions: number[];
  /** Why nothing could be compared; it is among the notes, too. */
  reason: Message | null;
  /** The columns that values in differences and notes belong to; null where there are no such values. */
  compared: ComparedColumns | null;
  /** Why rows differ, as far as known; null where no differing row was read. */
  explanation: Explanation | null;
  /** Rules that applied, what was left out, why it could not be compared. */
  notes: Message[];
}
