import { type Side, SIDES } from '../../../../contract/fields.ts';
import { message } from '../../../../contract/messages/message.ts';
import type { Column } from '../../../../connectors/core/definitions.ts';
import { type TypeRelation, askRows } from './compare-alike.ts';
import type { CompareOptions } from './raw-finding.ts';

/** A name that only says what somebody meant: the engine takes any values. */
const askDeclared = (side: Side): TypeRelation =>
  askRows(
    'type.unknown',
    message('type.declaredOnly', { side: message(`word.${side}`) }),
    message('type.untypedAdvice'),
  );

const SIZES: ReadonlySet<string> = new Set(['type.range', 'type.precision', 'type.length']);

/** For engines whose types have no sizes or zones: a size missing on the source is a note, and rows settle a zone that differs. */
export function weighOpenTypes(
  type: TypeRelation,
  { canonical }: Column,
  target: Column,
  lacks: CompareOptions['lacks'],
): TypeRelation {
  const isOpen = (side: Side) => lacks(side, 'sizes of types');
  const kinds = { source: canonical.kind, target: target.canonical.kind };
  const named = SIDES.find((side) => isOpen(side) && kinds[side] === 'other');
  if (type.answer === 'different' && named) return askDeclared(named);
  if (type.detail.code === 'type.shorter' && isOpen('target'))
    return { ...type, detail: message('type.declaredShorter') };
  if (type.code === 'type.zone' && (isOpen('source') || isOpen('target')))
    return { ...type, settledByRows: 'with rows' };
  const hasSize =
    ('length' in canonical && canonical.length !== null) ||
    ('precision' in canonical && canonical.precision !== null);
  return !hasSize && SIZES.has(type.code) && isOpen('source')
    ? { ...type, severity: 'info' }
    : type;
}
