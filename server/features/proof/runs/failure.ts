import { type Message, message } from '../../../../contract/messages/message.ts';
import { ConnectorError } from '../../../../connectors/core/errors.ts';
import { NoConnection } from '../../databases/service.ts';
import { SideError } from '../rows/service.ts';

/** Error codes about the table or view: it may not be read, is gone, is too large, or cannot be read as it is. */
const OF_TABLE: readonly ConnectorError['code'][] = [
  'permission',
  'not-found',
  'unsupported',
  'limit',
  'failed',
];
/** SQLSTATE classes of outages: connection, transaction, resources, operator, system. */
const OUTAGES = /^(?:08|40|53|57|58)[0-9A-Z]{3}$/;
/** Error numbers of outages on MySQL and MariaDB, which have no such classes: disk, memory, locks. */
const OUTAGE_NUMBERS: readonly unknown[] = [1021, 1037, 1038, 1041, 1114, 1205, 1213];

/** Whether a database gives no connection at all. */
export const isNoConnection = (error: ConnectorError): boolean =>
  causesOf(error).some((cause) => cause instanceof NoConnection);

/** Error codes of a connection that is refused, cannot be made, or is lost. */
const OF_CONNECTION: readonly ConnectorError['code'][] = ['auth', 'network', 'tls', 'reach'];

/** Whether changing the project's connections may fix the error. */
export const isOfConnection = (error: unknown): boolean =>
  error instanceof ConnectorError && (OF_CONNECTION.includes(error.code) || isNoConnection(error));

/** Whether a database could not answer, which tells nothing about the table. */
export function isOutage(error: ConnectorError): boolean {
  if (!OF_TABLE.includes(error.code)) return true;
  return causesOf(error).some(
    (cause) =>
      ['code', 'sqlState'].some((name) => OUTAGES.test(String(Reflect.get(cause, name) ?? ''))) ||
      OUTAGE_NUMBERS.includes(Reflect.get(cause, 'errno')),
  );
}

/** The side on which it failed, with the engine's own words. */
export function describeFailure(error: ConnectorError): Message {
  const side = causesOf(error).find((cause) => cause instanceof SideError)?.side;
  const words = wordsOf(error);
  const failure = side
    ? message('rows.onSide', { side: message(`word.${side}`), failure: error.said })
    : error.said;
  return words === null ? failure : message('rows.inItsWords', { failure, values: words });
}

const MAX_WORDS = 300;

/**
 * What engines quote may be a value of a row, or a statement, and is left out; only in errors about missing or forbidden
 * objects is it a name.
 */
function wordsOf(error: ConnectorError): string | null {
  const cause = causesOf(error).at(-1);
  if (!cause || cause instanceof ConnectorError) return null;
  const [line = ''] = cause.message.split('\n');
  const isNamed = error.code === 'permission' || error.code === 'not-found';
  const words = isNamed ? line : line.replaceAll(/(["'`]).*?\1/g, '$1…$1');
  return words.trim().slice(0, MAX_WORDS) || null;
}

/** An error and its causes. */
function causesOf(error: Error): Error[] {
  const found: Error[] = [];
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    if (found.includes(current)) break;
    found.push(current);
  }
  return found;
}
