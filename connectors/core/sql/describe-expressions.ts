import { message } from '../../../contract/messages/message.ts';
import type { CanonicalType } from '../../../contract/proof/definitions.ts';
import type { CallResult, ResultColumn, ResultRow } from '../call.ts';
import { checkExpression } from '../calls/call-text.ts';
import type { Connection, Connector } from '../connector.ts';
import type { Reading } from '../data.ts';
import { ConnectorError } from '../errors.ts';
import { ownForm } from '../rows/forms.ts';
import { quoteName } from './column-expressions.ts';

/** What an engine makes of an expression. */
export interface DescribedExpression {
  type: string;
  canonical: CanonicalType;
  /** Of some rows, as texts. */
  values: (string | null)[];
}

const MAX_VALUES = 3;

/**
 * Asks the engine for the type and the first values of an expression, and checks that it gives one value per row.
 * @throws ConnectorError that says why it cannot be read in place of a column
 */
export async function describeExpression(
  connector: Connector,
  connection: Pick<Connection, 'calls' | 'data'>,
  table: Pick<Reading, 'schema' | 'table'>,
  expression: string,
): Promise<DescribedExpression> {
  try {
    return await describe(connector, connection, table, expression);
  } catch (error) {
    throw asRefusal(error);
  }
}

/** An error about the expression as the end of a sentence that begins with it; any other error as it is. */
export function asRefusal(error: unknown): unknown {
  if (!isOfExpression(error) || error.said.code.startsWith('expression.')) return error;
  const said = message('expression.refused', { finding: error.said });
  return new ConnectorError(error.code, said, { cause: error });
}

/** Whether the error is about the expression; otherwise the database could not answer. */
export const isOfExpression = (error: unknown): error is ConnectorError =>
  error instanceof ConnectorError && ['failed', 'permission', 'unsupported'].includes(error.code);

async function describe(
  connector: Connector,
  { calls, data }: Pick<Connection, 'calls' | 'data'>,
  { schema, table }: Pick<Reading, 'schema' | 'table'>,
  expression: string,
): Promise<DescribedExpression> {
  checkExpression(expression, connector.callSyntax);
  if (!calls || !data)
    throw new ConnectorError(
      'unsupported',
      message('expression.unsupported', { engine: connector.name }),
    );
  const quote = (name: string) => quoteName(connector, name);
  const value = `(${expression}\n)`;
  // WHERE refuses aggregates, with which some engines would return a single row, and table functions.
  const text = `SELECT ${value} AS v FROM ${quote(schema)}.${quote(table)} WHERE ${value} IS NULL OR ${value} IS NOT NULL`;
  const rows: ResultRow[] = [];
  let column: ResultColumn | undefined;
  const { error } = await calls.run({ text, parameters: {}, writes: false }, async (part) => {
    if ('columns' in part) column = part.columns[0];
    if ('rows' in part) rows.push(...part.rows.slice(0, MAX_VALUES - rows.length));
    return rows.length < MAX_VALUES;
  });
  if (error) throw refusalOf(connector, error);
  const type = column?.type ?? '';
  const canonical = withoutLengths(connector.canonicalOf(type));
  // Calls resolve more names than comparisons, which find unqualified names only in the system's schema.
  const read = { name: 'v', type, canonical, form: ownForm(canonical), expression };
  await data.readRows(
    { schema, table, columns: [read], key: [], where: '1 = 0' },
    { kind: 'bucket', prefix: '' },
  );
  return { type, canonical, values: rows.map(([cell = null]) => cell) };
}

/** Removes lengths that results do not tell, so that nothing is rounded or cut by them. */
function withoutLengths(canonical: CanonicalType): CanonicalType {
  switch (canonical.kind) {
    case 'decimal':
      return { ...canonical, precision: null, scale: null };
    case 'text':
      return { ...canonical, length: null, fixed: false };
    case 'time':
    case 'timestamp':
      return { ...canonical, precision: 6 };
    default:
      return canonical;
  }
}

/** An error in this program's words, because the engine's message may contain values. */
function refusalOf(connector: Connector, error: NonNullable<CallResult['error']>): ConnectorError {
  const about = { engine: connector.name, code: error.code };
  switch (connector.classOfError(error)) {
    case 'not_found':
      return new ConnectorError('failed', message('expression.unknownName', about));
    case 'permission':
      return new ConnectorError('failed', message('expression.noRight', about));
    case 'value':
    case 'division_by_zero':
      return new ConnectorError('failed', message('expression.failsForValue', about));
    default:
      return new ConnectorError('failed', message('expression.notTaken', about));
  }
}
