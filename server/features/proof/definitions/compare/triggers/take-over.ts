import { message } from '../../../../../../contract/messages/message.ts';
import type { Side } from '../../../../../../contract/fields.ts';
import type {
  Column,
  TableDefinition,
  Trigger,
} from '../../../../../../connectors/core/definitions.ts';
import { hasDefault, setsOnUpdate, triggerText } from '../texts/definition-texts.ts';
import { type RawFinding, finding, noted } from '../raw-finding.ts';
import type { TextReader } from '../texts/meanings.ts';
import type { Words } from './trigger-statements.ts';
import {
  type Setting,
  firesAlways,
  firesUntouched,
  settingsAlone,
  settingsOf,
} from './trigger-actions.ts';
import { type TableTrigger, triggersOf } from './own-row.ts';

/**
 * Says that columns of the other side do by themselves all that a trigger does; null where they do not.
 * @param otherOf - the counterpart of a column of the trigger's table
 */
export function doneByColumns(
  side: Side,
  trigger: TableTrigger,
  otherOf: (name: string) => Column | undefined,
  words: Words | null,
): RawFinding | null {
  const settings = settingsAlone(trigger, words);
  const isDone = (setting: Setting) =>
    firesFor(trigger, setting.column, words) && isDoneBy(otherOf(setting.column), trigger, setting);
  if (!settings?.every(isDone)) return null;
  const columns = settings.map(({ column }) => column).join(', ');
  const text = triggerText(trigger);
  return side === 'source'
    ? finding(
        'trigger.replaced',
        'trigger',
        trigger.name,
        text,
        null,
        noted(message('definition.triggerReplaced', { columns })),
      )
    : finding(
        'trigger.takesOver',
        'trigger',
        trigger.name,
        null,
        text,
        noted(message('definition.triggerTakesOver', { columns })),
      );
}

/** Whether a trigger sets a column wherever the engine would do it by itself. */
const firesFor = (trigger: TableTrigger, column: string, words: Words | null): boolean =>
  firesAlways(trigger, words) ||
  (trigger.events.every((event) => event === 'update') &&
    firesUntouched(
      trigger,
      { name: column, nullable: trigger.mayBeNull?.includes(column.toLowerCase()) ?? true },
      words,
    ));

const isDoneBy = (column: Column | undefined, { events }: Trigger, setting: Setting): boolean =>
  column !== undefined &&
  (column.generated !== null || events.every((event) => doesByItself(column, event, setting)));

function doesByItself(column: Column, event: Trigger['events'][number], setting: Setting): boolean {
  if (event === 'update') return setting.to === 'clock' && setsOnUpdate(column);
  if (event !== 'insert') return false;
  if (setting.to === 'number') return column.identity;
  // A column of another type than text has no empty text that could be given.
  const keepsEmpty = setting.orEmpty && column.canonical.kind === 'text';
  return hasDefault(column) && (setting.to === 'clock' || setting.onlyNull) && !keepsEmpty;
}

/**
 * Where one side lacks what a column does by itself, but a trigger does it there, the finding becomes a note that names the
 * trigger.
 */
export function creditTriggers(
  findings: readonly RawFinding[],
  sides: Readonly<Record<Side, TableDefinition>>,
  nameOf: (column: string) => string,
  { words }: Pick<TextReader, 'words'>,
): RawFinding[] {
  const find = (side: Side, column: string, code: string): Trigger | undefined =>
    triggersOf(sides[side]).find(
      (trigger) =>
        trigger.enabled &&
        firesFor(trigger, column, words(side)) &&
        trigger.events.includes(code === 'column.onUpdate' ? 'update' : 'insert') &&
        settingsOf(trigger, words(side)).some(
          (setting) =>
            setting.column === column.toLowerCase() &&
            (code === 'column.default' ||
              setting.to === (code === 'column.identity' ? 'number' : 'clock')),
        ),
    );
  return findings.map((one) => {
    const isCredited = CREDITED.includes(one.code) && one.name !== null;
    if (!isCredited) return one;
    const trigger =
      find('target', nameOf(one.name!), one.code) ?? find('source', one.name!, one.code);
    if (!trigger || (one.code === 'column.default' && one.source !== null && one.target !== null))
      return one;
    return {
      ...one,
      severity: 'info',
      detail: message('definition.triggerDoesIt', { trigger: trigger.name }),
      advice: message('definition.nothingToDo'),
    };
  });
}

const CREDITED: readonly string[] = ['column.identity', 'column.onUpdate', 'column.default'];
