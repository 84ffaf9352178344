import {
  describeExpression,
  isOfExpression,
} from '../../../../../connectors/core/sql/describe-expressions.ts';
import type { Connection } from '../../../../../connectors/core/connector.ts';
import type { Reading } from '../../../../../connectors/core/data.ts';
import { ConnectorError } from '../../../../../connectors/core/errors.ts';
import { connectorOf } from '../../../../../connectors/registry.ts';
import type { EngineId } from '../../../../../contract/database-types.ts';
import { SIDES, type Side } from '../../../../../contract/fields.ts';
import { message } from '../../../../../contract/messages/message.ts';
import type { ComputedColumn } from '../../../../../contract/proof/rows.ts';
import { SideError } from '../sides.ts';
import type { Computed, ComputedValue } from '../types.ts';

/** An expression of the pair, or of the project for one of its columns. */
export type GivenExpression = ComputedColumn & Pick<ComputedValue, 'rule'>;

/** A side whose database can describe expressions. */
export interface DescribedSide {
  engine: EngineId;
  ask<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** All tables that are read as one. */
  tables: readonly Pick<Reading, 'schema' | 'table'>[];
}

/**
 * Describes expressions as of now: a column that one of them names may have changed its type, or be gone.
 * @throws SideError that names the column
 */
export async function describeComputed(
  expressions: readonly GivenExpression[],
  sides: Record<Side, DescribedSide>,
): Promise<Computed> {
  const describe = async (side: Side): Promise<ReadonlyMap<string, ComputedValue>> => {
    const { engine, ask, tables } = sides[side];
    const found = new Map<string, ComputedValue>();
    for (const given of expressions) {
      const { column, rule, [side]: expression } = given;
      if (expression === null) continue;
      for (const table of tables)
        try {
          const { type, canonical } = await ask((connection) =>
            describeExpression(connectorOf(engine), connection, table, expression),
          );
          found.set(column, { expression, type, canonical, ...(rule && { rule }) });
        } catch (error) {
          if (!isOfExpression(error)) throw error;
          throw new SideError(side, failure(error, given, side, sides));
        }
    }
    return found;
  };
  const [source, target] = await Promise.all(SIDES.map(describe));
  return { source: source!, target: target! };
}

/** What is wrong with an expression; one of the project is named with the pair, because it fits others. */
export function failure(
  error: ConnectorError,
  { column, rule }: Pick<GivenExpression, 'column' | 'rule'>,
  side: Side,
  { source }: Record<Side, DescribedSide>,
): ConnectorError {
  const finding = error.said;
  const said = rule
    ? message('rows.projectExpressionFailed', {
        pair: source.tables.map(({ schema, table }) => `${schema}.${table}`).join(', '),
        expression: rule[`${side}_expression`] ?? '',
        column,
        finding,
      })
    : message('rows.expressionFailed', { column, finding });
  return new ConnectorError(error.code, said, { cause: error });
}
