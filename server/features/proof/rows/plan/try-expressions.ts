import { checkExpression } from '../../../../../connectors/core/calls/call-text.ts';
import { expressionFor } from '../../../../../connectors/core/sql/column-expressions.ts';
import {
  type DescribedExpression,
  asRefusal,
  describeExpression,
  isOfExpression,
} from '../../../../../connectors/core/sql/describe-expressions.ts';
import { connectorOf } from '../../../../../connectors/registry.ts';
import type { EngineId } from '../../../../../contract/database-types.ts';
import { SIDES, type Side } from '../../../../../contract/fields.ts';
import { type Message, message } from '../../../../../contract/messages/message.ts';
import type { NewProjectExpression } from '../../../../../contract/proof/tolerances.ts';
import type { FieldFault } from '../../../../../contract/problems.ts';
import type {
  ComparisonRules,
  ComputedColumn,
  TriedExpression,
} from '../../../../../contract/proof/rows.ts';
import { invalid } from '../../../../platform/problem.ts';
import { type DatabaseService, asProblem, hideValue } from '../../../databases/service.ts';
import type { ProjectService } from '../../../projects/service.ts';
import type { DefinitionService } from '../../definitions/service.ts';
import { type PairService, type PairTask, rulesOf } from '../../pairs/service.ts';
import { NotComparable, type Plan, planComparison } from './plan.ts';
import type { Computed } from '../types.ts';

interface Tools {
  projects: ProjectService;
  pairs: PairService;
  definitions: DefinitionService;
}

type Described = Record<Side, DescribedExpression | null>;

export type ExpressionService = ReturnType<typeof createExpressions>;

/** Tries expressions before they replace a column, so that one that an engine rejects is never saved. */
export function createExpressions(
  projects: ProjectService,
  databases: DatabaseService,
  pairs: PairService,
  definitions: DefinitionService,
) {
  async function describeBoth(
    task: PairTask,
    rules: ComparisonRules,
    one: ComputedColumn,
    { path, signal }: { path: string; signal: AbortSignal },
  ): Promise<{ faults: FieldFault[] } | { described: Described }> {
    const described: Described = { source: null, target: null };
    const computed = { source: new Map(), target: new Map() } satisfies Computed;
    const faults: FieldFault[] = [];
    for (const side of SIDES) {
      const expression = one[side];
      if (expression === null) continue;
      const found = await describeOn(databases, task, side, expression, signal);
      if ('code' in found) faults.push({ field: `${path}${side}`, message: found });
      else {
        described[side] = found;
        computed[side].set(one.column, { ...found, expression });
      }
    }
    if (faults.length > 0) return { faults };
    const fault = await findFault({ projects, pairs, definitions }, task, rules, one, computed);
    return fault ? { faults: [{ field: `${path}column`, message: fault }] } : { described };
  }

  const taskOf = async (projectId: number, pairId: number): Promise<PairTask | undefined> => {
    await pairs.find(projectId, pairId);
    const [task] = await pairs.tasks([pairId]);
    return task;
  };

  return {
    /** @throws ProblemError 422 that names the field */
    async try(projectId: number, pairId: number, one: ComputedColumn, signal: AbortSignal) {
      const task = await taskOf(projectId, pairId);
      if (!task) throw invalid([{ field: 'column', message: message('expression.unknownColumn') }]);
      const tried = await describeBoth(task, rulesOf(task.pair), one, { path: '', signal });
      if ('faults' in tried) throw invalid(tried.faults);
      const { mask } = await databases.settings(projectId);
      const show = (found: DescribedExpression | null): TriedExpression | null =>
        found && {
          type: found.type,
          // It is unknown which columns the expression shows, so any mask hides its values.
          values: mask.length > 0 ? found.values.map(hideValue) : found.values,
        };
      const { described } = tried;
      return { source: show(described.source), target: show(described.target) };
    },

    /**
     * Checks the expressions that are new in rules.
     * @throws ProblemError 422 that names each field
     */
    async check(
      projectId: number,
      pairId: number,
      rules: ComparisonRules,
      signal: AbortSignal,
    ): Promise<void> {
      const task = await taskOf(projectId, pairId);
      const known = new Set(task && rulesOf(task.pair).expressions.map(keyOf));
      const faults: FieldFault[] = [];
      for (const [index, one] of rules.expressions.entries()) {
        const path = `expressions.${index}.`;
        if (rules.expressions.findIndex(({ column }) => column === one.column) < index)
          faults.push({ field: `${path}column`, message: message('expression.twice') });
        else if (rules.key?.includes(one.column))
          faults.push({ field: `${path}column`, message: refuseKey(one.column) });
        else if (task && !known.has(keyOf(one))) {
          const tried = await describeBoth(task, rules, one, { path, signal });
          if ('faults' in tried) faults.push(...tried.faults);
        }
      }
      if (faults.length > 0) throw invalid(faults);
    },

    checkOfProject: (projectId: number, given: NewProjectExpression) =>
      checkOfProject(projects, projectId, given),
  };
}

/**
 * Checks what an expression of the project may name; whether an engine takes it is known for each column only.
 * @throws ProblemError 422 that names each field
 */
async function checkOfProject(
  projects: ProjectService,
  projectId: number,
  given: NewProjectExpression,
): Promise<void> {
  const engines = await projects.engines(projectId);
  const faults = SIDES.flatMap((side): FieldFault[] => {
    const field = `${side}_expression` as const;
    const expression = given[field];
    const said = expression === null ? null : refusalOf(engines[side], expression);
    return said ? [{ field, message: said }] : [];
  });
  if (faults.length > 0) throw invalid(faults);
}

/** Why no column can be read by an expression; null where nothing is known against it. */
function refusalOf(engine: EngineId, expression: string): Message | null {
  const connector = connectorOf(engine);
  const written = expressionFor(connector, expression, 'c');
  if (written === null) return message('expression.noColumn');
  try {
    checkExpression(written, connector.callSyntax);
    return null;
  } catch (error) {
    const refusal = asRefusal(error);
    if (!isOfExpression(refusal)) throw error;
    return refusal.said;
  }
}

/** Why the values could not be compared, as far as the definitions are known; null where they can be. */
async function findFault(
  { projects, pairs, definitions }: Tools,
  task: PairTask,
  rules: ComparisonRules,
  one: ComputedColumn,
  computed: Computed,
): Promise<Message | null> {
  const { pair, members } = task;
  const last = await definitions.readLast(members.map(({ id }) => id));
  const engines = await projects.engines(pair.project_id);
  const [source, target] = SIDES.map((side) => {
    const member = members.find((object) => object.side === side);
    if (!member) return null;
    const definition = last.get(member.id);
    if (definition?.kind !== 'table' && definition?.kind !== 'view') return null;
    const { schema_name: schema, object_name: name } = member;
    return { engine: engines[side], definition, schema, name };
  });
  if (!source || !target) return null;
  let plan: Plan;
  try {
    plan = planComparison({
      source,
      target,
      rules: { ...rules, expressions: [one] },
      computed,
      mask: [],
      mark: (text) => text,
      options: null,
      namesFold: await pairs.renaming(pair.project_id),
    });
  } catch (error) {
    if (!(error instanceof NotComparable)) throw error;
    return error.said.code === 'rows.keyComputed'
      ? message('expression.refused', { finding: error.said })
      : null;
  }
  const left = plan.leftOut.find(({ name }) => name === one.column)?.why;
  if (left === 'link') return message('expression.unknownColumn');
  return left === 'types' ? message('expression.typesDoNotCompare', typesOf(computed)) : null;
}

/** @throws ProblemError where a database cannot be asked */
async function describeOn(
  databases: DatabaseService,
  { pair, members }: PairTask,
  side: Side,
  expression: string,
  signal: AbortSignal,
): Promise<DescribedExpression | Message> {
  const opened = await databases.open(pair.project_id, side, signal).catch((error: unknown) => {
    throw asProblem(error);
  });
  try {
    let first: DescribedExpression | undefined;
    for (const member of members.filter((one) => one.side === side)) {
      const table = { schema: member.schema_name, table: member.object_name };
      const engine = connectorOf(opened.engine);
      const found = await describeExpression(engine, opened.database, table, expression);
      first ??= found;
    }
    return first ?? message('expression.unknownColumn');
  } catch (error) {
    if (isOfExpression(error)) return error.said;
    throw asProblem(error);
  } finally {
    await opened.database.close();
  }
}

const refuseKey = (columns: string): Message =>
  message('expression.refused', { finding: message('rows.keyComputed', { columns }) });

const keyOf = ({ column, source, target }: ComputedColumn): string =>
  JSON.stringify([column, source, target]);

const typesOf = (computed: Computed) => ({
  types: SIDES.flatMap((side) => [...computed[side].values()].map(({ type }) => type)).join(', '),
});
