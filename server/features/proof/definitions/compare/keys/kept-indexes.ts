import type {
  TableDefinition,
  ViewDefinition,
} from '../../../../../../connectors/core/definitions.ts';
import { knownColumns } from '../columns/match-columns.ts';
import { compareSets } from './compare-sets.ts';
import { itemsFor } from './items.ts';
import type { CompareOptions, RawFinding } from '../raw-finding.ts';
import { message } from '../../../../../../contract/messages/message.ts';

/** What a view has of a table: indexes, if it is materialised, triggers and rules. */
export const asTable = ({
  name,
  columns,
  keptIndexes = [],
  viewTriggers,
  rules = [],
}: ViewDefinition): TableDefinition => ({
  kind: 'table',
  name,
  columns,
  primaryKey: null,
  uniques: [],
  foreignKeys: [],
  checks: [],
  indexes: keptIndexes,
  ...(viewTriggers && { triggers: viewTriggers }),
  rules,
  comment: null,
  estimatedRows: null,
});

/** Compares indexes of two materialised views; a unique one allows refreshing the view while it is read. */
export function compareKeptIndexes(
  source: ViewDefinition,
  target: ViewDefinition,
  options: CompareOptions,
): RawFinding[] {
  if (!source.keptIndexes || !target.keptIndexes) return [];
  const sides = { source: asTable(source), target: asTable(target) };
  const known = knownColumns(source.columns, target.columns, options.rename, options.named);
  const names = new Map(known.source.map(({ name, as }) => [name, as]));
  const nameOn = {
    source: (name: string) => names.get(name) ?? options.rename(name),
    target: (name: string) => name,
  };
  const { index } = itemsFor(sides, known, nameOn, options);
  return [true, false].flatMap((unique) => {
    const [from, to] = (['source', 'target'] as const).map((side) =>
      sides[side].indexes.filter((one) => one.unique === unique).map((one) => index(side, one)),
    );
    return compareSets('index', 'index', from!, to!, {
      lost: () => ({
        answer: 'compatible',
        severity: 'warning',
        advice: unique ? message('definition.keptIndexAdvice') : message('definition.indexAdvice'),
      }),
    });
  });
}
