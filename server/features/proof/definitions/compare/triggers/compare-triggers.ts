import { message } from '../../../../../../contract/messages/message.ts';
import { SIDES, type Side } from '../../../../../../contract/fields.ts';
import type {
  TableDefinition,
  Trigger,
  ViewDefinition,
} from '../../../../../../connectors/core/definitions.ts';
import type { KnownColumns, OtherColumn } from '../columns/match-columns.ts';
import { compareOrder } from './compare-order.ts';
import { compareAttributes } from '../compare-attributes.ts';
import { compareActions, describeOther, setSame } from './compare-actions.ts';
import type { BothTables } from '../../counterparts.ts';
import { actionText, triggerText } from '../texts/definition-texts.ts';
import { describeImpossible } from './impossible-triggers.ts';
import type { TextReader } from '../texts/meanings.ts';
import { type TableTrigger, triggersOf, withTable } from './own-row.ts';
import { isSameText, schemaLeftIn } from '../texts/plain-text.ts';
import {
  type CompareOptions,
  type Description,
  LOST,
  type RawFinding,
  finding,
  noted,
  staysIn,
} from '../raw-finding.ts';
import { doneByColumns } from './take-over.ts';
import { comesTooLate, settingsAlone } from './trigger-actions.ts';
import type { FindingCode } from '../without-repair.ts';

type TriggerOptions = Pick<CompareOptions, 'sameEngine' | 'lacks' | 'texts' | 'schemas' | 'called'>;

/** Triggers that are missing, added, switched off, or act at another time. */
export function compareTriggers(
  source: TableDefinition,
  target: TableDefinition,
  other: OtherColumn,
  known: KnownColumns,
  options: TriggerOptions,
): RawFinding[] {
  const sides = { source, target };
  const unknown = SIDES.filter((side) => sides[side].triggers === undefined);
  if (unknown.length > 0) return [unread(unknown.length > 1 ? 'both' : unknown[0]!)];
  return compareAll(triggersOf(source), triggersOf(target), other, options, { known, on: sides });
}

/** Likewise of views, whose triggers write in their place: without one, writes fail or change something else. */
export function compareViewTriggers(
  source: ViewDefinition,
  target: ViewDefinition,
  other: OtherColumn,
  options: TriggerOptions,
): RawFinding[] {
  const sides = { source, target };
  const [from, to] = SIDES.map(
    (side) => sides[side].viewTriggers?.map((trigger) => withTable(trigger, sides[side])) ?? null,
  );
  if (from && to) return compareAll(from, to, other, options);
  const side = from ? 'target' : 'source';
  return (from ?? to ?? []).length > 0 ? [unread(side)] : [];
}

function compareAll(
  source: readonly TableTrigger[],
  target: readonly TableTrigger[],
  other: OtherColumn,
  options: TriggerOptions,
  tables?: BothTables,
): RawFinding[] {
  const { pairs, parts, lost, added } = matchTriggers(source, target);
  const ofParts = parts.flatMap(([one, another]) => compareTexts(one, another, options, tables));
  return [
    ...lost.map((trigger) => describeLost(trigger, other, options)),
    ...pairs.flatMap(([one, another]) => compareTwo(one, another, options, tables)),
    // One says enough of a trigger that became several.
    ...new Map(ofParts.map((one) => [`${one.code} ${one.name}`, one])).values(),
    ...added.map((trigger) => describeAdded(trigger, other, options)),
    ...compareOrder(pairs, options),
  ];
}

const unread = (which: Side | 'both'): RawFinding =>
  finding('trigger.unread', 'trigger', null, null, null, {
    answer: 'same',
    severity: 'info',
    detail:
      which === 'both'
        ? message('definition.noTriggersRead')
        : message('definition.triggersUnread', { side: message(`word.${which}`) }),
    advice: message('definition.triggersUnreadAdvice'),
  });

/** Matches triggers by name; then by timing and events where one is left on each side; then one trigger with several. */
export function matchTriggers(
  source: readonly TableTrigger[],
  target: readonly TableTrigger[],
): Record<'pairs' | 'parts', [TableTrigger, TableTrigger][]> &
  Record<'lost' | 'added', TableTrigger[]> {
  const pairs: [TableTrigger, TableTrigger][] = [];
  const parts: [TableTrigger, TableTrigger][] = [];
  let [lost, added] = [[...source], [...target]];
  const match = (of: (trigger: Trigger) => string) => {
    for (const one of lost) {
      const [fitting, twins] = [added, lost].map((list) =>
        list.filter((trigger) => of(trigger) === of(one)),
      ) as [TableTrigger[], TableTrigger[]];
      if (fitting.length !== 1 || twins.length !== 1) continue;
      pairs.push([one, fitting[0]!]);
      added = added.filter((trigger) => trigger !== fitting[0]);
    }
    lost = lost.filter((trigger) => pairs.every(([one]) => one !== trigger));
  };
  match(({ name }) => name.toLowerCase());
  match(({ timing, events }) => JSON.stringify([timing, events]));
  // Engines that allow one event per trigger need several triggers where others need one.
  const acting = [lost, added].map((list) => list.filter(({ enabled }) => enabled)) as [
    TableTrigger[],
    TableTrigger[],
  ];
  const [theirs, ours] = acting.map(slotsOf) as [string[], string[]];
  const isCovered = (one: string[], other: string[]) => one.every((slot) => other.includes(slot));
  if (new Set(theirs).size === theirs.length && new Set(ours).size === ours.length) {
    const isCoveredBy = (slots: string[]) => (trigger: Trigger) =>
      trigger.enabled && isCovered(slotsOf([trigger]), slots);
    const gone = new Set([...lost.filter(isCoveredBy(ours)), ...added.filter(isCoveredBy(theirs))]);
    parts.push(...together(acting).filter((both) => both.some((one) => gone.has(one))));
    [lost, added] = [lost, added].map((list) => list.filter((one) => !gone.has(one))) as [
      TableTrigger[],
      TableTrigger[],
    ];
  }
  return { pairs, parts, lost, added };
}

/** The triggers of both sides that act on the same event at the same time. */
const together = ([from, to]: [TableTrigger[], TableTrigger[]]): [TableTrigger, TableTrigger][] =>
  from.flatMap((one) =>
    to
      .filter((other) => slotsOf([one]).some((slot) => slotsOf([other]).includes(slot)))
      .map((other): [TableTrigger, TableTrigger] => [one, other]),
  );

const slotsOf = (triggers: readonly Trigger[]): string[] =>
  triggers.flatMap(({ timing, events }) => events.map((event) => `${timing} ${event}`));

function describeLost(
  trigger: TableTrigger,
  other: OtherColumn,
  { lacks, texts }: TriggerOptions,
): RawFinding {
  const otherOf = (name: string) => other('source', name);
  const done = doneByColumns('source', trigger, otherOf, texts.words('source'));
  if (done) return done;
  const lost = (describe: Description) =>
    finding('trigger.missing', 'trigger', trigger.name, triggerText(trigger), null, describe);
  if (!trigger.enabled) return lost(noted(message('definition.triggerLostDisabled')));
  const impossible = describeImpossible(trigger, lacks);
  return lost(impossible ?? { ...LOST, detail: message('definition.triggerLost') });
}

function describeAdded(
  trigger: TableTrigger,
  other: OtherColumn,
  { texts }: TriggerOptions,
): RawFinding {
  const words = texts.words('target');
  const done = doneByColumns('target', trigger, (name) => other('target', name), words);
  if (done) return done;
  const added = (describe: Description) =>
    finding('trigger.extra', 'trigger', trigger.name, null, triggerText(trigger), describe);
  if (!trigger.enabled) return added(noted(message('definition.triggerAddedDisabled')));
  if (comesTooLate(trigger, words)) return added(noted(message('definition.triggerAddedIdle')));
  return added({ ...noted(message('definition.triggerAdded')), severity: 'warning' });
}

const risk = (severity: Description['severity'], code: Risk): Description => ({
  answer: severity === 'error' ? 'different' : 'compatible',
  severity,
  detail: message(`definition.trigger${code}`),
  advice: message(`definition.trigger${code}Advice`),
});
type Risk =
  | 'Disabled'
  | 'Enabled'
  | 'Events'
  | 'Timing'
  | 'Level'
  | 'Condition'
  | 'OtherCondition'
  | 'TooLate';

/**
 * Differences between two triggers that are counterparts.
 * @param tables - that they belong to, where these are known
 */
export function compareTwo(
  one: TableTrigger,
  other: TableTrigger,
  options: TriggerOptions,
  tables?: BothTables,
): RawFinding[] {
  const { sameEngine, lacks, texts } = options;
  const isLess = one.events.some((event) => !other.events.includes(event));
  const isHarmless =
    (one.timing === 'before' && lacks('target', 'before triggers')) ||
    haveSameSettings(one, other, texts) ||
    (tables !== undefined && setSame({ source: one, target: other }, tables, texts));
  const differing: [boolean, FindingCode, Description][] = [
    [
      one.enabled !== other.enabled,
      'trigger.disabled',
      one.enabled ? risk('error', 'Disabled') : risk('warning', 'Enabled'),
    ],
    [
      isLess || other.events.length > one.events.length,
      'trigger.events',
      risk(isLess ? 'error' : 'warning', 'Events'),
    ],
    [
      one.timing !== other.timing,
      'trigger.timing',
      risk(isHarmless ? 'info' : 'warning', 'Timing'),
    ],
    // Some engines have only row triggers, or only statement triggers.
    [
      one.level !== other.level &&
        (sameEngine || (one.level === 'row' && !lacks('target', 'row triggers'))),
      'trigger.level',
      risk('warning', 'Level'),
    ],
    [isLimited(one, other), 'trigger.condition', risk('warning', 'Condition')],
  ];
  const found = differing
    .filter(([isSo]) => isSo)
    .map(([, code, describe]) =>
      finding(code, 'trigger', one.name, triggerText(one), triggerText(other), describe),
    );
  return [
    ...found,
    ...compareAttributes('trigger', one.name, one, other, options),
    ...compareTexts(one, other, options, tables),
  ];
}

/** Differences in what two triggers do. */
function compareTexts(
  one: TableTrigger,
  other: TableTrigger,
  options: TriggerOptions,
  tables?: BothTables,
): RawFinding[] {
  const { sameEngine, texts, schemas } = options;
  const isTooLate = (side: Side, trigger: Trigger) => comesTooLate(trigger, texts.words(side));
  const found: RawFinding[] = [];
  const schema = sameEngine ? schemaLeftIn(other.text ?? '', schemas) : null;
  const add = (code: FindingCode, describe: Description) =>
    found.push(finding(code, 'trigger', one.name, actionText(one), actionText(other), describe));
  if (schema !== null) add('trigger.schema', staysIn(schema));
  if (isSameAction(one, other, options)) return found;
  if (one.text !== null && isTooLate('target', other) && !isTooLate('source', one)) {
    add('trigger.text', risk('error', 'TooLate'));
    return found;
  }
  const sets = tables && compareActions({ source: one, target: other }, tables, options);
  if (sets === 'same') return found;
  if (sameEngine && isOnlyCondition(one, other)) {
    // One that has none on a side is told already.
    if (isLimited(one, other)) return found;
    const [from, to] = [one, other].map(triggerText);
    const described = risk('warning', 'OtherCondition');
    return [...found, finding('trigger.condition', 'trigger', one.name, from!, to!, described)];
  }
  // Neither rows nor calls show what a trigger does.
  add('trigger.text', {
    answer: 'compatible',
    severity: 'warning',
    ...(sets
      ? describeOther(sets)
      : {
          detail: message(sameEngine ? 'definition.otherText' : 'definition.otherDialect'),
          advice: message('definition.triggerTextAdvice'),
        }),
  });
  return found;
}

/** Whether one trigger acts for some rows only, and the other has neither a condition nor a text that could contain one. */
function isLimited(one: Trigger, other: Trigger): boolean {
  const isFree = ({ condition, text }: Trigger) =>
    condition === null && text !== null && !/\b(?:if|case|when|where)\b/i.test(text);
  return (isFree(one) && other.condition !== null) || (one.condition !== null && isFree(other));
}

/** Whether two triggers do the same, for other rows or columns: `UPDATE OF`, WHEN. */
const isOnlyCondition = (one: Trigger, other: Trigger): boolean =>
  one.text !== null &&
  other.text !== null &&
  isSameText(one.text, other.text) &&
  one.condition !== other.condition;

function isSameAction(
  one: TableTrigger,
  other: TableTrigger,
  { sameEngine, texts }: Pick<TriggerOptions, 'sameEngine' | 'texts'>,
): boolean {
  if (one.text === null || other.text === null) return one.text === other.text;
  if (isSameText(one.text, other.text) && isSameText(one.condition ?? '', other.condition ?? ''))
    return true;
  const written = (side: Side, { text, condition }: Trigger) =>
    [text ?? '', condition ?? ''].map((part) => texts.written(side, part)).join('\n');
  if (sameEngine && written('source', one) === written('target', other)) return true;
  return haveSameSettings(one, other, texts);
}

/** Whether both triggers only set the same columns to the current time or the next number. */
function haveSameSettings(one: TableTrigger, other: TableTrigger, texts: TextReader): boolean {
  const from = settingsAlone(one, texts.words('source'));
  const to = settingsAlone(other, texts.words('target'));
  if (!from || !to || one.condition !== null || other.condition !== null) return false;
  const isKnown = [...from, ...to].every((setting) => setting.to !== 'other');
  return isKnown && JSON.stringify(from) === JSON.stringify(to);
}
