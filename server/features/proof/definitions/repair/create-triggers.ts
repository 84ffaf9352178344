import { message } from '../../../../../contract/messages/message.ts';
import type { Change, ChangeOf } from '../../../../../connectors/core/ddl/ddl.ts';
import type { Setter } from '../../../../../connectors/core/ddl/ddl-changes.ts';
import {
  TRIGGER_TEXT,
  type Trigger,
  type TriggerDefinition,
} from '../../../../../connectors/core/definitions.ts';
import { type Relation, type Repair, type RepairSetting, noRepair } from './repair-sides.ts';
import { withTargetSchemas } from './target-schemas.ts';
import { findColumn, rowOf } from '../compare/triggers/compare-settings.ts';
import { type Assignment, assignmentsOf } from '../compare/triggers/trigger-settings.ts';

/**
 * The changes that create a trigger on a table of the target: from its original text between servers of one engine, else
 * only where it merely sets columns; null where that is impossible.
 */
export const triggerChanges = (
  trigger: Trigger,
  on: Relation,
  setting: RepairSetting,
  instead?: FormerTrigger,
): Change[] | null => {
  const isWhole = [trigger.text, trigger.condition ?? ''].every(
    (text) => typeof text === 'string' && text.length < TRIGGER_TEXT,
  );
  if (!isWhole) return null;
  const change = (setting.sameEngine ? inOwnWords : asSetter)(trigger, on, setting);
  return change && [instead ? { ...change, instead } : change];
};

/**
 * The changes that replace a trigger by the source's differing one.
 * @param beside - the triggers of the target's table
 */
export function replaceTrigger(
  trigger: Trigger,
  { name, on }: { name: string; on: Relation },
  beside: readonly Trigger[],
  setting: RepairSetting,
): Change[] | null {
  const others = beside.filter((one) => one.name !== name).map((one) => one.name.toLowerCase());
  // A translated trigger keeps the target's name, and with it its turn on engines that fire triggers in order of names.
  const named = setting.sameEngine ? trigger : { ...trigger, name };
  const made = [named.name, ...named.events.map((event) => `${named.name}_${event}`)];
  if (!trigger.enabled || made.some((one) => others.includes(one.toLowerCase()))) return null;
  const instead = { kind: 'drop trigger', name, on: on.path } as const;
  // The target's function may be what differs.
  const { programOf: _, ...own } = { ...setting, rename: (name: string) => name };
  return triggerChanges(named, on, own, instead);
}
type FormerTrigger = ChangeOf<'drop trigger'>;

/** Uses the original text and the function that the target has, if all columns that it may name have the same names on both sides. */
function inOwnWords(
  trigger: Trigger,
  { path, columns }: Relation,
  setting: RepairSetting,
): ChangeOf<'create trigger'> | null {
  if (!columns.every(({ name, as }) => name === as)) return null;
  const { written } = trigger;
  const calls = written?.calls.schema ?? null;
  const program =
    calls === null ? undefined : setting.programOf?.({ schema: calls, table: written!.calls.name });
  const made = moved(trigger, setting);
  if (program && made.written) {
    const own = { ...made.written, calls: { ...program, name: program.table }, body: null };
    return { kind: 'create trigger', trigger: { ...made, written: own }, schema: program.schema };
  }
  const schema = calls === null ? path[0]! : setting.schemaOf(calls);
  return schema === null ? null : { kind: 'create trigger', trigger: made, schema };
}

/** The trigger as the target names what lies in other schemas there. */
function moved(trigger: Trigger, setting: RepairSetting): Trigger {
  const move = (text: string) => withTargetSchemas(text, setting);
  const { written } = trigger;
  const text = trigger.text && move(trigger.text);
  if (!written) return { ...trigger, text };
  // The text stands in the function, in quotes of its own.
  const [head, end, ...more] = trigger.text ? (written.body?.split(trigger.text) ?? []) : [];
  const isFound = head !== undefined && end !== undefined && more.length === 0;
  const body = isFound ? `${move(head)}${text}${end}` : written.body;
  return { ...trigger, text, written: { ...written, behind: move(written.behind), body } };
}

function asSetter(
  trigger: Trigger,
  on: Relation,
  setting: RepairSetting,
): ChangeOf<'create setter'> | null {
  const { timing, level, events, enabled, condition, text } = trigger;
  const acts = timing === 'before' && level === 'row' && enabled && condition === null;
  const isOfRows = events.every((event) => event === 'insert' || event === 'update');
  const found = acts && isOfRows ? assignmentsOf(text!, setting.from) : null;
  const settings = found?.map((one) => settingOf(one, on, setting));
  if (!settings || settings.includes(null)) return null;
  return {
    kind: 'create setter',
    name: nameOf(trigger, on, setting),
    events: events as Setter['events'],
    settings: settings as Setter['settings'],
  };
}

function settingOf(
  { column, value }: Assignment,
  { columns }: Relation,
  { texts }: RepairSetting,
): Setter['settings'][number] | null {
  const to = findColumn(columns, column);
  if (!to) return null;
  const written = texts.expression(rowOf(columns), { text: value, as: { set: to.canonical } });
  return written === null
    ? null
    : { column: to.as, value: written.replaceAll(/(["`[])new\$/gu, 'NEW.$1') };
}

/** Some engines allow a trigger's name once per table, others once per schema: there the table's name is put in front. */
function nameOf({ name }: Trigger, { path }: Relation, { rename }: RepairSetting): string {
  const [, own] = /^(.*) on .*$/su.exec(name) ?? [];
  return own === undefined ? rename(name) : `${path.at(-1)!}_${rename(own)}`.slice(0, 60);
}

/** A trigger that is an object of its own. */
export function createTrigger(trigger: TriggerDefinition, setting: RepairSetting): Repair {
  const on = setting.relation(trigger);
  if (!on) return noRepair(message('repair.triggerTable'));
  const changes = triggerChanges(withOwnName(trigger), on, setting);
  const written = changes?.map((change) => setting.ddl.write(change, on.path));
  if (!written || written.includes(null))
    return noRepair(message('repair.trigger', { when: whenOf(trigger), table: on.path.join('.') }));
  return {
    statements: written.flatMap((statements) => statements ?? []),
    last: [],
    removal: null,
    unmended: noteOnTriggers(changes),
  };
}

/** The trigger without the ` on table` that its listed name ends with. */
const withOwnName = (trigger: TriggerDefinition): TriggerDefinition =>
  trigger.name.endsWith(` on ${trigger.table}`) && trigger.written
    ? { ...trigger, name: trigger.name.slice(0, -` on ${trigger.table}`.length) }
    : trigger;

const whenOf = ({ timing, events, level }: Trigger): string =>
  `${timing} ${events.join(' or ')} for each ${level}`.toUpperCase();

/** The note to show with changes that create triggers, or replace routines; null where none is needed. */
export function noteOnTriggers(changes: readonly Change[] | null) {
  if (changes?.some((change) => change.kind === 'create routine'))
    return message('repair.replacedRoutine');
  if (changes?.some((change) => 'instead' in change && change.instead))
    return message('repair.replacedTrigger');
  if (changes?.some(({ kind }) => kind === 'create setter')) return message('repair.setter');
  return changes?.some(({ kind }) => kind === 'create trigger' || kind === 'create rule')
    ? message('repair.ownWords')
    : null;
}
