import { ConnectorError } from '../../../../../connectors/core/errors.ts';
import type { Column } from '../../../../../connectors/core/definitions.ts';
import { expressionFor } from '../../../../../connectors/core/sql/column-expressions.ts';
import { connectorOf } from '../../../../../connectors/registry.ts';
import { SIDES, type Side } from '../../../../../contract/fields.ts';
import { message } from '../../../../../contract/messages/message.ts';
import { EXPRESSION, nameOfType } from '../../../../../contract/proof/tolerances.ts';
import { matchColumns } from '../../definitions/service.ts';
import type { Inherited } from '../../pairs/service.ts';
import { SideError } from '../sides.ts';
import type { Computed, DataTask } from '../types.ts';
import {
  type DescribedSide,
  type GivenExpression,
  describeComputed,
  failure,
} from './expressions.ts';
import { NotComparable, type PlanTask, planComparison } from './plan.ts';

type Task = PlanTask & Pick<DataTask, 'viewKeys'>;

/**
 * A task with all that is read in place of columns: the expressions of the pair, and those of the project for all other
 * columns of their types but the key's.
 * @param onUse - gets the ids of the project's expressions before they are tried, because a failure relies on them, too
 * @throws SideError that names the column
 */
export async function withExpressions<T extends Task>(
  task: T,
  sides: Record<Side, DescribedSide>,
  onUse: (ids: number[]) => void = () => undefined,
): Promise<T> {
  const { expressions } = task.rules;
  const own =
    expressions.length > 0
      ? { ...task, computed: await describeComputed(expressions, sides) }
      : task;
  // Rows are counted without reading a column.
  if (task.options?.depth === 'counts') return own;
  const found = findExpressions(own);
  if (found.columns.length === 0) return own;
  onUse([...new Set(found.columns.map(({ rule }) => rule.id))]);
  const given = found.columns.map((one) => writeExpression(own, one, sides));
  const described = await describeComputed(given, sides);
  return {
    ...own,
    // A key that only the expressions make comparable is none.
    rules: { ...own.rules, key: found.key },
    computed: join(own.computed, described),
  };
}

interface FoundColumn {
  rule: Inherited;
  columns: Record<Side, Column>;
}

/** The columns for which the project has an expression, and the key by which rows are compared. */
function findExpressions(task: Task): { key: string[]; columns: FoundColumn[] } {
  const { source, target, rules, inherited = [] } = task;
  const given = inherited.filter(({ cause }) => cause === EXPRESSION).toSorted(moreExactFirst);
  const key = given.length === 0 ? null : keyOf(task);
  if (!key) return { key: [], columns: [] };
  // Which of these identifies the rows of views is known when they are read.
  const ofViews = key.length === 0 ? (task.viewKeys ?? []).flat() : [];
  const kept = new Set([
    ...key,
    ...ofViews,
    ...rules.leave_out,
    ...rules.expressions.map(({ column }) => column),
  ]);
  const { pairs } = matchColumns(
    source.definition.columns,
    target.definition.columns,
    task.namesFold,
    rules.columns,
  );
  const columns = pairs.flatMap(([one, other]) => {
    const rule = kept.has(one.name) ? undefined : given.find((each) => fits(each, one, other));
    return rule ? [{ rule, columns: { source: one, target: other } }] : [];
  });
  return { key, columns };
}

/** Both types before one; of equal ones, the oldest. */
const moreExactFirst = (one: Inherited, other: Inherited): number => missing(one) - missing(other);
const missing = ({ source_type, target_type }: Inherited): number =>
  [source_type, target_type].filter((type) => type === null).length;

const fits = ({ source_type, target_type }: Inherited, one: Column, other: Column): boolean =>
  (source_type === null || source_type === nameOfType(one.type)) &&
  (target_type === null || target_type === nameOfType(other.type));

/** The key of a comparison without the project's expressions, by source names; null where they would not make it possible. */
function keyOf(task: Task): string[] | null {
  try {
    const { keyed, source, columns } = planComparison(task);
    return keyed ? source.key.flatMap((place) => columns[place]?.name ?? []) : [];
  } catch (error) {
    if (!(error instanceof NotComparable)) throw error;
    return error.said.code === 'rows.noColumn' ? (task.rules.key ?? []) : null;
  }
}

function writeExpression(
  task: Task,
  { rule, columns }: FoundColumn,
  sides: Record<Side, DescribedSide>,
): GivenExpression {
  const write = (side: Side): string | null => {
    const expression = rule[`${side}_expression`];
    if (expression === null) return null;
    const written = expressionFor(connectorOf(task[side].engine), expression, columns[side].name);
    if (written !== null) return written;
    const unread = new ConnectorError('failed', message('expression.noColumn'));
    throw new SideError(side, failure(unread, { column: columns.source.name, rule }, side, sides));
  };
  return { column: columns.source.name, source: write('source'), target: write('target'), rule };
}

function join(own: Computed | undefined, ofProject: Computed): Computed {
  const [source, target] = SIDES.map(
    (side) => new Map([...(own?.[side] ?? []), ...ofProject[side]]),
  );
  return { source: source!, target: target! };
}
