import type { EngineId } from '../../../../../connectors/engines.ts';
import { connectorOf } from '../../../../../connectors/registry.ts';
import type { TableDefinition, Trigger } from '../../../../../connectors/core/definitions.ts';
import {
  spanOf,
  splitAtCommas,
  unquote,
  wordsAndSigns,
} from '../../../../../connectors/core/sql/sql-tokens.ts';
import { SIDES, type Side } from '../../../../../contract/fields.ts';
import type { KnownColumn, RoutineText } from '../../../sql/service.ts';
import type { PairTask } from '../../pairs/service.ts';
import { type TextReader, type TextSources, namedIn } from '../compare/texts/meanings.ts';
import { matchTriggers } from '../compare/triggers/compare-triggers.ts';
import { triggersOf } from '../compare/triggers/own-row.ts';
import { asRoutine, partsOf } from '../compare/triggers/trigger-routines.ts';
import { inPlainTexts } from '../compare/triggers/trigger-settings.ts';
import type { BothTables, CounterpartOf } from '../counterparts.ts';
import type { Definitions } from '../outcome.ts';
import { type Filled, filled, isMostlyStored } from './filled.ts';
import { layOut } from './lay-out.ts';

type Own = Trigger & { table: string };

interface Shown extends Record<Side, string> {
  /** `partly`: some of the source stands as it is stored, with the name of its engine behind it. */
  extent: 'whole' | 'partly';
}

/** The texts of a pair of triggers as `showTriggers` gives them; null where the pair is of anything else. */
export async function readShownTriggers(
  { members }: PairTask,
  definitions: Definitions,
  sources: TextSources,
  texts: TextReader,
  counterpartOf: CounterpartOf,
): Promise<Shown | null> {
  const [source, target] = SIDES.map((side) => {
    const [only, ...more] = members.filter((member) => member.side === side);
    const definition = only && definitions.get(only.id)?.definition;
    return more.length === 0 && definition?.kind === 'trigger' ? definition : null;
  });
  const both = source && counterpartOf(source)?.both;
  return both && target ? showTriggers({ source, target }, both, sources, texts) : null;
}

/**
 * Two triggers in the target's dialect and under its names, each with the body of the function that it calls; null where one cannot be
 * written so, or most of the source would stand as it is stored.
 */
export async function showTriggers(
  triggers: Record<Side, Own>,
  tables: BothTables,
  sources: TextSources,
  texts: TextReader,
): Promise<Shown | null> {
  const [source, target] = await Promise.all(
    SIDES.map((side) => write(side, triggers[side], tables, sources, texts)),
  );
  if (!source || !target || isMostlyStored(source)) return null;
  const extent = source.left > 0 ? 'partly' : 'whole';
  return { source: source.text, target: target.text, extent };
}

/**
 * The triggers of two tables, each with its name and in the target's dialect; as it is stored, with the name of its engine behind it,
 * where it cannot be written so.
 */
export async function showTableTriggers(
  both: BothTables<TableDefinition>,
  sources: TextSources,
  texts: TextReader,
): Promise<Record<Side, string[]>> {
  const { pairs, parts, lost, added } = matchTriggers(
    triggersOf(both.on.source),
    triggersOf(both.on.target),
  );
  const show = async (side: Side, trigger: Own, name = trigger.name): Promise<string> => {
    const written = await write(side, trigger, both, sources, texts);
    const shown =
      written && !isMostlyStored(written) ? written : stored(side, trigger, both, sources);
    return `\nCREATE TRIGGER ${spell(name, sources.engines.target)}\n${shown.text}`;
  };
  const alone = (side: Side, list: readonly Own[]) =>
    Promise.all([...new Set(list)].map((one) => show(side, one)));
  const [source, target] = await Promise.all([
    Promise.all(pairs.map(([one, other]) => show('source', one, other.name))),
    Promise.all(pairs.map(([, other]) => show('target', other))),
  ]);
  return {
    source: [...source, ...(await alone('source', [...parts.map(([one]) => one), ...lost]))],
    target: [...target, ...(await alone('target', [...parts.map(([, one]) => one), ...added]))],
  };
}

/** A trigger that cannot be written: its text as its engine keeps it. */
function stored(
  side: Side,
  trigger: Own,
  both: BothTables,
  { engines }: Pick<TextSources, 'engines'>,
): Filled {
  const { [side]: engine, target: there } = engines;
  const own = connectorOf(engine);
  const text = trigger.text ?? '';
  const { when } = partsOf(trigger);
  const head = headOf(trigger, both.on.target.name, both.known[side], [engine, there]);
  const lines = [head.text, ...(when === null ? [] : [`WHEN ${when}`]), layOut(text, own) ?? text];
  return { text: `${lines.join('\n')}${engine === there ? '' : ` /* ${own.name} */`}`, left: 1 };
}

async function write(
  side: Side,
  trigger: Own,
  { known, on }: BothTables,
  { meanings, engines, tables }: TextSources,
  texts: TextReader,
): Promise<Filled | null> {
  const words = texts.words(side);
  const { [side]: engine, target: there } = engines;
  const routine = words && asRoutine(inPlainTexts(trigger, words), known[side], words);
  if (!routine) return null;
  const asked = { engine, tables: namedIn(routine.text, tables[side]), routine };
  const parameters = asThere(routine, known.target);
  const written = await meanings.writeRoutine(asked, { engine: there, parameters });
  if (!written) return null;
  const spelt = (stored: string) => withRows(stored, engine);
  const body = filled(written.text, engine, there, spelt);
  // A trigger of the target may act on another table than the counterpart.
  const isThere = side === 'source' || isSame(trigger.table, on.target.name);
  const table = isThere ? on.target.name : trigger.table;
  const head = headOf(trigger, table, known[side], [engine, there]);
  return { text: `${head.text}\n${withRows(body.text, there)}`, left: body.left + head.left };
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The columns of a trigger's rows as the target has them. */
function asThere({ parameters }: RoutineText, columns: readonly KnownColumn[]): KnownColumn[] {
  const types = new Map(columns.map(({ as, canonical }) => [as, canonical]));
  return parameters.map(({ as, canonical, nullable, there }) => ({
    name: as,
    as,
    canonical: types.get(as.slice('new$'.length)) ?? canonical,
    nullable,
    ...there,
  }));
}

/** Columns that were read under one name with their row, as the engine spells them. */
function withRows(text: string, engine: EngineId): string {
  const mark = connectorOf(engine).sqlRules.parser === 'oracle' ? ':' : '';
  const spelt = (row: string, name: string) => `${mark}${row.toUpperCase()}.${spell(name, engine)}`;
  return text
    .replaceAll(
      /(["`])(new|old)\$((?:(?!\1)[^]|\1\1)+)\1/g,
      (_, quote: string, row: string, name: string) =>
        spelt(row, name.replaceAll(quote + quote, quote)),
    )
    .replaceAll(/\b(new|old)\$([\p{L}\p{N}_$]+)/gu, (_, row: string, name: string) =>
      spelt(row, name),
    );
}

/** Names that mean themselves without quotes, where the engine folds case. */
const UNFOLDED: Partial<Record<string, RegExp>> = {
  postgresql: /^[a-z_][a-z0-9_$]*$/,
  oracle: /^[A-Z][A-Z0-9_$#]*$/,
};
const PLAIN = /^[\p{L}_][\p{L}\p{N}_$]*$/u;

/** A name in the engine's quotes, where it would be read as another one without them. */
function spell(name: string, engine: EngineId): string {
  const { parser, writing } = connectorOf(engine).sqlRules;
  const [open, close] = writing.quotes;
  if ((UNFOLDED[parser] ?? PLAIN).test(name)) return name;
  return `${open}${name.replaceAll(close, close + close)}${close}`;
}

/** What each engine can say of when a trigger fires; none where it is no program of steps. */
interface Firing {
  /** Whether one trigger may have several events, or fire by columns. */
  events?: true;
  columns?: true;
  statements?: true;
  insteadOf?: true;
}
const FIRING: Partial<Record<string, Firing>> = {
  postgresql: { events: true, columns: true, statements: true, insteadOf: true },
  oracle: { events: true, columns: true, statements: true, insteadOf: true },
  mysql: {},
};

/** The names in a list, without their quotes. */
const namesIn = (list: string, engine: EngineId): string[] =>
  splitAtCommas(wordsAndSigns(list, connectorOf(engine).sql)).map((part) =>
    part.length === 1 ? unquote(part[0]!) : spanOf(list, part),
  );

/** When a trigger fires, as the target says it. */
function headOf(
  trigger: Trigger,
  table: string,
  columns: readonly KnownColumn[],
  [from, to]: readonly [EngineId, EngineId],
): Filled {
  const { timing, events, level } = trigger;
  const { of } = partsOf(trigger);
  const { parser } = connectorOf(to).sqlRules;
  const asOf = (name: string): string => {
    const found =
      columns.find((one) => one.name === name) ?? columns.find((one) => isSame(one.name, name));
    return spell(found?.as ?? name, to);
  };
  const named = of === null ? '' : ` OF ${namesIn(of, from).map(asOf).join(', ')}`;
  const said = events.map((event) => event.toUpperCase() + (event === 'update' ? named : ''));
  const isOfRow = level === 'row';
  const lines = [
    `${timing.toUpperCase()} ${said.join(' OR ')} ON ${spell(table, to)}`,
    ...(parser === 'oracle' && !isOfRow ? [] : [`FOR EACH ${level.toUpperCase()}`]),
  ];
  const able = FIRING[parser] ?? {};
  const isSaid =
    from === to ||
    ((events.length === 1 || able.events) &&
      (of === null || able.columns) &&
      (isOfRow || able.statements) &&
      (timing !== 'instead of' || able.insteadOf));
  if (isSaid) return { text: lines.join('\n'), left: 0 };
  return { text: `${lines.join(' ')} /* ${connectorOf(from).name} */`, left: 1 };
}
