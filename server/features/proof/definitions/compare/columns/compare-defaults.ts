import { type Message, message } from '../../../../../../contract/messages/message.ts';
import type { Side } from '../../../../../../contract/fields.ts';
import type { KnownColumn, Reading } from '../../../../sql/service.ts';
import type { Column } from '../../../../../../connectors/core/definitions.ts';
import { withoutUpdate } from '../../../../../../connectors/core/sql/on-update.ts';
import { hasDefault, setsOnUpdate } from '../texts/definition-texts.ts';
import { NOTHING, type TextReader, compareMeanings } from '../texts/meanings.ts';
import { type Description, type RawFinding, UNCLEAR, finding } from '../raw-finding.ts';
import type { FindingCode } from '../without-repair.ts';
import { typeOfDefaults } from './type-of-defaults.ts';
import { isMoment, lostDigits, newUuids, plainClock } from './sqlite-defaults.ts';

/** Defaults name no columns: with one shared list, those of all tables are read together. */
const NO_COLUMNS: readonly KnownColumn[] = [];

/** What differs in the values that rows get which come without one. */
export function compareDefaults(source: Column, target: Column, texts: TextReader): RawFinding[] {
  const found: RawFinding[] = [];
  const add = (code: FindingCode, describe: Description) =>
    found.push(finding(code, 'column', source.name, source.default, target.default, describe));
  const type = typeOfDefaults(source, target);
  const read = (side: Side, { default: text }: Column): Reading => {
    const expression = withoutUpdate(text ?? '');
    // The default calls a sequence: the column is an identity.
    if (expression === '' || expression.startsWith('nextval(')) return NOTHING;
    return texts.expression(side, NO_COLUMNS, {
      text: plainClock(expression, texts.words(side)),
      as: { default: type },
    });
  };
  const [was, is] = [read('source', source), read('target', target)];
  const compared = compareMeanings(was, is);
  // What cannot be read is still more than nothing.
  const isAlone = hasDefault(source) !== hasDefault(target);
  const answer = compared === 'unclear' && isAlone ? 'different' : compared;
  const uuids = /^(unclear|different)$/.test(answer)
    ? newUuids({ source, target }, texts.words)
    : null;
  if (uuids) return [...found, ...describeUuids(source, target, uuids)];
  if (/^(unclear|midnight|zone|spelling)$/.test(answer)) add('column.defaultUnclear', UNCLEAR);
  if (/^(different|foldsOn\w+)$/.test(answer)) {
    add('column.default', {
      answer: 'compatible',
      severity: 'warning',
      detail: describeDefaults(source, target),
      advice: message('definition.otherDefaultAdvice'),
    });
  }
  const clock =
    answer === 'clock'
      ? describeClock(source, target, texts, was?.utc ? 'source' : 'target')
      : null;
  if (clock) add('column.clock', clock);
  if (setsOnUpdate(source) !== setsOnUpdate(target)) {
    add('column.onUpdate', {
      answer: 'compatible',
      severity: setsOnUpdate(source) ? 'warning' : 'info',
      detail: setsOnUpdate(source)
        ? message('definition.onUpdateLost')
        : message('definition.onUpdateAdded'),
      advice: message('definition.onUpdateAdvice'),
    });
  }
  return found;
}

/**
 * Null where both keep the same moment: the zone of a session changes nothing of it.
 * @param utc - the side that gives the time of UTC
 */
function describeClock(
  source: Column,
  target: Column,
  texts: TextReader,
  utc: Side,
): Description | null {
  const isSame =
    utc === 'target'
      ? isMoment(source, texts.words('source'))
      : isMoment(target, texts.words('target'));
  const lost = lostDigits(source, target, texts.words);
  const note = { answer: 'compatible', severity: 'info' } as const;
  if (lost)
    return {
      ...note,
      detail: message(isSame ? 'definition.clockDigits' : 'definition.otherClockDigits', lost),
      advice: message('definition.clockDigitsAdvice'),
    };
  return isSame
    ? null
    : {
        ...note,
        detail: message('definition.otherClock'),
        advice: message('definition.otherClockAdvice'),
      };
}

/** UUIDs in another form are no longer found by their text. */
function describeUuids(
  source: Column,
  target: Column,
  uuids: NonNullable<ReturnType<typeof newUuids>>,
): RawFinding[] {
  const isSame = uuids === 'same form' || target.canonical.kind === 'uuid';
  return [
    finding('column.default', 'column', source.name, source.default, target.default, {
      answer: 'compatible',
      severity: isSame ? 'info' : 'warning',
      detail:
        uuids === 'same form'
          ? message('definition.newUuids')
          : message('definition.otherUuids', uuids),
      advice: message(isSame ? 'definition.nothingToDo' : 'definition.otherUuidsAdvice'),
    }),
  ];
}

/** What happens to new rows that give the column no value. */
function describeDefaults(source: Column, target: Column): Message {
  const without = ({ nullable }: Column) =>
    message(nullable ? 'definition.givesNull' : 'definition.refusesRow');
  if (!hasDefault(target) && target.generated === null)
    return message('definition.noDefault', { outcome: without(target) });
  if (!hasDefault(source) && source.generated === null)
    return message('definition.newDefault', { outcome: without(source) });
  return message('definition.otherDefault');
}
