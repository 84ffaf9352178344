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
import type { ComparisonRules } from '../../../../../contract/proof/rows.ts';
import { SideError } from '../sides.ts';
import type { Computed, ComputedValue } from '../types.ts';

/** A side whose database can describe expressions. */
interface DescribedSide {
  engine: EngineId;
  ask<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** All tables that are read as one. */
  tables: readonly Pick<Reading, 'schema' | 'table'>[];
}

/**
 * Describes the expressions of rules as of now: a column that one of them names may have changed its type, or be gone.
 * @throws SideError that names the column
 */
export async function describeComputed(
  { expressions }: Pick<ComparisonRules, 'expressions'>,
  sides: Record<Side, DescribedSide>,
): Promise<Computed> {
  const describe = async (side: Side): Promise<ReadonlyMap<string, ComputedValue>> => {
    const { engine, ask, tables } = sides[side];
    const found = new Map<string, ComputedValue>();
    for (const { column, [side]: expression } of expressions) {
      if (expression === null) continue;
      for (const table of tables)
        try {
          const { type, canonical } = await ask((connection) =>
            describeExpression(connectorOf(engine), connection, table, expression),
          );
          found.set(column, { expression, type, canonical });
        } catch (error) {
          if (!isOfExpression(error)) throw error;
          const said = message('rows.expressionFailed', { column, finding: error.said });
          throw new SideError(side, new ConnectorError(error.code, said, { cause: error }));
        }
    }
    return found;
  };
  const [source, target] = await Promise.all(SIDES.map(describe));
  return { source: source!, target: target! };
}
