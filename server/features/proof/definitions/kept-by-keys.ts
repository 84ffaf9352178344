import { message } from '../../../../contract/messages/message.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import type { TableDefinition } from '../../../../connectors/core/definitions.ts';
import { columnIn } from './counterparts.ts';
import type { CompareOptions, RawFinding } from './raw-finding.ts';

const isWithin = (one: CanonicalType, other: CanonicalType): boolean =>
  one.kind === 'integer' &&
  other.kind === 'integer' &&
  (one.unsigned === other.unsigned
    ? one.bits <= other.bits
    : one.unsigned && one.bits < other.bits);

/**
 * A smaller number beside a larger one is a note where a foreign key of the source lets no larger numbers in: some engines want
 * both ends of a key to be of one type, others let them differ.
 */
export function judgeKeptByKeys(
  findings: readonly RawFinding[],
  source: TableDefinition,
  target: TableDefinition,
  nameOf: (name: string) => string,
  { counterpartOf }: Pick<CompareOptions, 'counterpartOf'>,
): RawFinding[] {
  return findings.map((one) => {
    if (one.code !== 'type.range' || one.severity !== 'warning') return one;
    const own = target.columns.find(({ name }) => name === nameOf(one.name ?? ''));
    const isKept = source.foreignKeys.some((key) => {
      const at = key.columns.indexOf(one.name ?? '');
      const to = at < 0 || key.unchecked ? undefined : counterpartOf(key);
      const name = to && columnIn(to, key.referenced[at]!);
      const led = to?.both?.own.target.find((column) => column.name === name);
      const was = to?.both?.own.source.find((column) => column.name === key.referenced[at]);
      return [led, was].every((end) => end && own && isWithin(end.canonical, own.canonical));
    });
    return isKept
      ? {
          ...one,
          severity: 'info',
          detail: message('definition.keptByKey'),
          advice: message('definition.keptByKeyAdvice'),
        }
      : one;
  });
}
