import type {
  ObjectDefinition,
  RoutineDefinition,
} from '../../../../../../connectors/core/definitions.ts';
import { type Message, message } from '../../../../../../contract/messages/message.ts';
import { compareAttributes } from '../compare-attributes.ts';
import { compareParameters } from './compare-parameters.ts';
import { compareTypes } from '../columns/compare-types.ts';
import { compareMeanings } from '../texts/meanings.ts';
import { findSettingsOff } from '../texts/settings-off.ts';
import { isSameText, schemaLeftIn } from '../texts/plain-text.ts';
import { type CompareOptions, type RawFinding, finding, staysIn } from '../raw-finding.ts';
import { SIDES, type Side } from '../../../../../../contract/fields.ts';
import { callsIn } from './called-routines.ts';
import { readableRoutine } from './readable-routines.ts';
import { type Example, type RoutineText, findExample } from '../../../../sql/service.ts';

export const otherKind = (
  from: Kind,
  to: Kind,
  describe: Pick<RawFinding, 'answer' | 'severity' | 'advice'>,
): RawFinding =>
  finding('object.kind', 'object', null, from, to, {
    detail: message('definition.otherKind', {
      from: message(`word.${from}`),
      to: message(`word.${to}`),
    }),
    ...describe,
  });
type Kind = ObjectDefinition['kind'] | 'function' | 'procedure';

/**
 * Compares texts whose meaning cannot be read. Between different engines people have to decide, because the same text need
 * not mean the same there.
 * @param unclear - how a text that may mean the same is judged; by default calls decide
 */
export function compareBodies(
  source: string | null,
  target: string | null,
  { sameEngine }: CompareOptions,
  unclear: Pick<RawFinding, 'severity' | 'advice' | 'settledByRows'> = CALLS_DECIDE,
): RawFinding[] {
  if (source === null || target === null) {
    return source === target
      ? []
      : [
          finding('text.hidden', 'text', null, source, target, {
            ...unclear,
            answer: 'compatible',
            detail: message('definition.hiddenText'),
            advice: message('definition.hiddenTextAdvice'),
          }),
        ];
  }
  const isAlike = isSameText(source, target);
  if (sameEngine && isAlike) return [];
  const dialect = isAlike ? 'definition.unclear' : 'definition.otherDialect';
  return [
    finding('text.different', 'text', null, source, target, {
      ...unclear,
      answer: 'compatible',
      ...(sameEngine && { severity: 'warning' }),
      detail: message(sameEngine ? 'definition.otherText' : dialect),
    }),
  ];
}

/** Neither rows nor calls settle it, because they may well be those of the source's objects. */
export function findSchemaLeft(
  source: string | null,
  target: string | null,
  { sameEngine, schemas }: Pick<CompareOptions, 'sameEngine' | 'schemas'>,
): RawFinding[] {
  const schema = sameEngine ? schemaLeftIn(target ?? '', schemas) : null;
  return schema === null
    ? []
    : [finding('text.schema', 'text', null, source, target, staysIn(schema))];
}

const CALLS_DECIDE = {
  severity: 'info',
  advice: message('definition.otherTextAdvice'),
} as const;

export function compareRoutines(
  source: RoutineDefinition,
  target: RoutineDefinition,
  options: CompareOptions,
): RawFinding[] {
  const found: RawFinding[] = [];
  const [was, is] = [source, target].map(({ returns }) => (returns ? 'function' : 'procedure'));
  const isOtherKind = was !== is;
  // A function returns as its value what a procedure returns in OUT parameters.
  const given = (routine: RoutineDefinition) =>
    routine.parameters.filter(({ mode }) => mode !== 'table' && !(isOtherKind && mode === 'out'));
  const [from, to] = [given(source), given(target)];
  if (isOtherKind) {
    found.push(
      otherKind(was!, is!, {
        answer: 'compatible',
        severity: 'info',
        advice: message('definition.otherKindOfRoutine'),
      }),
    );
  }
  if (from.length !== to.length) {
    found.push(
      finding('parameter.count', 'parameter', null, String(from.length), String(to.length), {
        answer: 'different',
        severity: 'error',
        detail: message('definition.otherCount', { to: to.length, from: from.length }),
        advice: message('definition.otherCountAdvice'),
      }),
    );
  }
  for (const [index, parameter] of from.entries()) {
    const other = to[index];
    if (other) found.push(...compareParameters(parameter, other, index, isOtherKind, options));
  }
  if (source.returns && target.returns) {
    const type = compareTypes(source.returns.canonical, target.returns.canonical);
    if (type && type.code !== 'type.length') {
      found.push(
        finding(type.code, 'returns', null, source.returns.type, target.returns.type, type),
      );
    }
  }
  return [
    ...found,
    ...findSchemaLeft(source.text, target.text, options),
    ...compareBehaviour(source, target, options),
    ...compareAttributes('routine', null, source, target, options),
  ];
}

/** Compares what routines do; those of one expression or one query are read by what they return. */
function compareBehaviour(
  source: RoutineDefinition,
  target: RoutineDefinition,
  options: CompareOptions,
): RawFinding[] {
  const settingsOff = findSettingsOff(source, target, options, CALLS_DECIDE);
  if (settingsOff) return [...compareNullArguments(source, target), settingsOff];
  const from = readableRoutine('source', source, options);
  const to = readableRoutine('target', target, options);
  const read =
    from && to
      ? compareMeanings(options.texts.routine('source', from), options.texts.routine('target', to))
      : 'unclear';
  // The row that a procedure returns is no function's value, and yet may hold the same: that is unclear, not different.
  const isOtherKind = !source.returns !== !target.returns;
  const answer = isOtherKind && read === 'different' ? 'unclear' : read;
  if (answer === 'same') return [];
  const found = compareNullArguments(source, target);
  const isOpen = answer === 'unclear' || answer === 'different';
  const example = isOpen && from && to && !isOtherKind ? exampleOf(from, to, options) : null;
  if (example) return [...found, otherResult(source, target, sayExample(example))];
  switch (answer) {
    case 'clock':
    case 'halfway':
    case 'goesOn':
    case 'midnight':
    case 'zone':
    case 'spelling':
    case 'foldsOnSource':
    case 'foldsOnTarget':
    case 'equalOnSource':
    case 'equalOnTarget':
    case 'blanks':
      return [noteOn(answer, source.text, target.text)];
    case 'different':
      return [...found, otherResult(source, target, message('definition.otherRoutine'))];
    default:
      return [...found, ...nameCalls({ source, target }, options)];
  }
}

const exampleOf = (from: RoutineText, to: RoutineText, { texts }: CompareOptions): Example | null =>
  findExample(texts.routine('source', from)?.program, texts.routine('target', to)?.program);

function sayExample({ values, returned }: Example): Message {
  if (returned === null)
    return values === ''
      ? message('definition.otherEffect')
      : message('definition.otherEffectFor', { values });
  const [source, target] = returned;
  return values === ''
    ? message('definition.otherResult', { source, target })
    : message('definition.otherResultFor', { values, source, target });
}

const otherResult = (
  source: RoutineDefinition,
  target: RoutineDefinition,
  detail: Message,
): RawFinding =>
  finding('text.different', 'text', null, source.text, target.text, {
    answer: 'compatible',
    severity: 'warning',
    detail,
    advice: message('definition.otherTextAdvice'),
  });

/** Findings about texts that are the same but for one matter. */
export const NOTES = {
  clock: ['text.clock', 'definition.otherClock', 'definition.otherClockAdvice'],
  halfway: ['text.halfway', 'definition.keepsHalf', 'definition.keepsHalfAdvice'],
  goesOn: ['text.halfway', 'definition.goesOn', 'definition.goesOnAdvice'],
  midnight: ['text.midnight', 'definition.asMidnight', 'definition.asMidnightAdvice'],
  zone: ['text.zone', 'definition.otherZone', 'definition.otherZoneAdvice'],
  spelling: ['text.spelling', 'definition.otherSpelling', 'definition.otherSpellingAdvice'],
  foldsOnSource: ['text.case', 'definition.likeOnSource', 'definition.likeOnSourceAdvice'],
  foldsOnTarget: ['text.case', 'definition.likeOnTarget', 'definition.likeOnTargetAdvice'],
  equalOnSource: ['text.case', 'definition.equalOnSource', 'definition.equalOnSourceAdvice'],
  equalOnTarget: ['text.case', 'definition.equalOnTarget', 'definition.equalOnTargetAdvice'],
  blanks: ['text.blanks', 'definition.comparesBlanks', 'definition.comparesBlanksAdvice'],
} as const;

/** A finding about two texts that are the same but for one matter: a note, unless other rows may be found. */
export function noteOn(
  matter: keyof typeof NOTES,
  from: string | null,
  to: string | null,
): RawFinding {
  const [code, detail, advice] = NOTES[matter];
  return finding(code, 'text', null, from, to, {
    answer: 'compatible',
    severity: code === 'text.case' || code === 'text.zone' ? 'warning' : 'info',
    detail: message(detail),
    advice: message(advice),
  });
}

/** Texts whose meaning is not known, with the first routine that keeps it from being read. */
function nameCalls(sides: Record<Side, RoutineDefinition>, options: CompareOptions): RawFinding[] {
  const found = compareBodies(sides.source.text, sides.target.text, options);
  if (options.sameEngine) return found;
  const [routine] = SIDES.flatMap((side) =>
    callsIn(sides[side].text, options.texts.words(side)).filter(
      (name) => !options.called?.(side, name),
    ),
  );
  return routine === undefined
    ? found
    : found.map((one) =>
        one.code === 'text.different'
          ? { ...one, detail: message('definition.callUnclear', { routine }) }
          : one,
      );
}

/** What happens when an argument is NULL. */
function compareNullArguments(source: RoutineDefinition, target: RoutineDefinition): RawFinding[] {
  const [was, is] = [source, target].map(({ strict = false }) => strict);
  if (was === is || target.parameters.length === 0) return [];
  const say = (strict: boolean | undefined) =>
    strict ? 'RETURNS NULL ON NULL INPUT' : 'CALLED ON NULL INPUT';
  return [
    finding('routine.strict', 'object', null, say(was), say(is), {
      answer: 'compatible',
      severity: 'warning',
      detail: message(is ? 'definition.nowStrict' : 'definition.notStrict'),
      advice: message('definition.otherStrictAdvice'),
    }),
  ];
}
