import { tokensOf, isSpace, unquote } from '../../../../connectors/core/sql/sql-tokens.ts';
import { connectorOf } from '../../../../connectors/registry.ts';
import { type CallProposal, type CallSets, pairCall } from '../../../../contract/proof/calls.ts';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import type { SqlSpelling } from '../../../../connectors/core/engine.ts';
import type { Db } from '../../../platform/db/store.ts';
import { isMasked } from '../../databases/service.ts';
import type { ComparedColumns, Meanings, ComparedColumn } from '../../sql/service.ts';
import {
  nameSource,
  proposeSets,
  isProposable,
  takenBy,
  type ValueSource,
} from './propose-sets.ts';
import {
  type WatchedCall,
  type WatchTools,
  findWatched,
  type WatchedTable,
} from './watch-tables.ts';

/** What is known of the parameters of a call. */
export interface KnownParameters {
  proposal: CallProposal | null;
  /** The routines' own names of a parameter, by its name in the call; all in lower case. */
  own: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Calls of other pairs that are searched for values that people used. */
const MAX_CALLS = 20;
/** Used values that are taken for one parameter. */
const MAX_USED = 3;
/** Numbers of the routines' texts that are taken for one parameter. */
const MAX_NUMBERS = 6;
/** Tables that are looked up by the names of parameters. */
const MAX_TABLES = 8;

/** Proposes sets of values for the parameters in the texts. */
export async function gatherSets(
  tools: WatchTools,
  meanings: Meanings,
  of: WatchedCall,
  { proposal, own }: KnownParameters,
): Promise<CallSets> {
  const { call, engines, task, mask } = of;
  const names = [
    ...new Set(
      SIDES.flatMap((side) =>
        [...tokensOf(call[`${side}_text`], connectorOf(engines[side]).callSyntax.spelling)]
          .filter(({ kind }) => kind === 'parameter')
          .map(({ text }) => text.slice(1)),
      ),
    ),
  ];
  const calledBy = (name: string): Set<string> =>
    new Set([name.toLowerCase(), ...(own.get(name.toLowerCase()) ?? [])]);
  const { db } = tools.store;
  const alike = await findTables(db, task.pair.project_id, names.map(calledBy));
  const { tables } = await findWatched(tools, { ...of, call: { ...call, tables: alike } });
  const used = await readUsed(db, task.pair.project_id);
  const texts = await readTexts(
    meanings,
    of,
    new Set(names.flatMap((name) => [...calledBy(name)])),
  );
  const wanted = names.map((name) => {
    const known = proposal?.parameters.find((one) => one.name.toLowerCase() === name.toLowerCase());
    const calledBoth = calledBy(name);
    const { compared, isKnown } = comparedIn(texts, calledBoth);
    // A value that people gave the parameter may come from a column that is masked by now.
    const isSecret = [...calledBoth, ...compared.map(({ column }) => column)].some((one) =>
      isMasked(mask, one),
    );
    return {
      name,
      canonical: known?.canonical ?? null,
      from: findSource(tables, isKnown ? new Set() : calledBoth, compared, (source) =>
        takenBy({ name, canonical: known?.canonical ?? null }, source),
      ),
      used: isSecret ? [] : (used.get(name.toLowerCase()) ?? []).slice(-MAX_USED),
      numbers: numbersIn(texts),
      fixed: proposal?.values[name],
    };
  });
  return {
    sets: names.length === 0 ? [] : await proposeSets(wanted, of.sides),
    from: wanted.map(({ name, from }) => ({ name, column: from && nameSource(from) })),
  };
}

/** A text of a side that was searched for parameters. */
interface SearchedCall {
  text: string;
  spelling: SqlSpelling;
  /** Whether it only calls a routine whose own text was searched, too. */
  onlyCalls: boolean;
  /** Null where it could not be read as a whole. */
  found: ComparedColumns | null;
}

/** Reads the texts of a call, and those of what it calls. */
async function readTexts(
  meanings: Meanings,
  { task, call, engines, definitions }: WatchedCall,
  parameters: ReadonlySet<string>,
): Promise<SearchedCall[]> {
  const looked: SearchedCall[] = [];
  for (const side of SIDES) {
    const { spelling } = connectorOf(engines[side]).callSyntax;
    const own = task.members.flatMap((member) => {
      const definition = member.side === side ? definitions.get(member.id) : undefined;
      return definition && 'text' in definition ? (definition.text ?? []) : [];
    });
    for (const text of [call[`${side}_text`], ...own]) {
      const found = await meanings.comparedIn(engines[side], text, [...parameters]);
      const onlyCalls = own.length > 0 && !own.includes(text);
      looked.push({ text, spelling, onlyCalls, found });
    }
  }
  return looked;
}

/** Numbers in the texts of routines, as they are written. */
const numbersIn = (texts: readonly SearchedCall[]): string[] =>
  [
    ...new Set(
      texts.flatMap(({ text, spelling, onlyCalls }) =>
        onlyCalls
          ? []
          : [...tokensOf(text, spelling)].flatMap((token) =>
              token.kind === 'number' && /^\d{1,9}(?:\.\d{1,9})?$/.test(token.text)
                ? token.text
                : [],
            ),
      ),
    ),
  ].slice(0, MAX_NUMBERS);

/**
 * Columns that texts compare a parameter with: from parsed statements, or from words where a text cannot be parsed.
 * @returns `isKnown` where all texts were parsed and use the parameter for nothing else
 */
function comparedIn(
  texts: readonly SearchedCall[],
  names: ReadonlySet<string>,
): { compared: Compared[]; isKnown: boolean } {
  const isMeant = (name: string) => names.has(name);
  const compared: Compared[] = [];
  let isKnown = true;
  for (const { text, spelling, onlyCalls, found } of texts) {
    const unread = found ? found.unread : [text];
    compared.push(...(found?.columns.filter(({ parameter }) => isMeant(parameter)) ?? []));
    for (const one of unread)
      for (const column of comparedWith(one, spelling, names))
        compared.push({ table: null, column });
    if (!onlyCalls) isKnown &&= unread.length === 0 && !found?.passed.some(isMeant);
  }
  return { compared, isKnown };
}

/** Pairs of the tables that parameters are named after: `p_customer_id` after `customer` or `customers`. */
async function findTables(
  db: Db,
  project: number,
  parameters: readonly Set<string>[],
): Promise<number[]> {
  const names = parameters.flatMap((own) =>
    [...own].flatMap((name) => {
      const table = /^(?:p_|in_|v_)?(.+)_\w+$/.exec(name)?.[1];
      return table ? [table, `${table}s`] : [];
    }),
  );
  if (names.length === 0) return [];
  const rows = await db
    .selectFrom('object')
    .innerJoin('pair', 'pair.id', 'object.pair_id')
    .select('pair.id')
    .where('object.project_id', '=', project)
    .where('object.side', '=', 'source')
    .where('object.type_id', '=', TABLES)
    .where('source_count', '=', 1)
    .where('target_count', '=', 1)
    .where((where) => where(where.fn<string>('lower', ['object_name']), 'in', names))
    .orderBy('object.id')
    .limit(MAX_TABLES)
    .execute();
  return rows.map(({ id }) => id);
}
const TABLES = 1;

/** Values that people gave parameters in the calls of a project, by name in lower case. */
async function readUsed(db: Db, project: number): Promise<Map<string, (string | null)[]>> {
  const rows = await db
    .selectFrom('pair')
    .select('call')
    .where('project_id', '=', project)
    .where('call', 'is not', null)
    .orderBy('id', 'desc')
    .limit(MAX_CALLS)
    .execute();
  const used = new Map<string, (string | null)[]>();
  for (const { call } of rows)
    for (const { values } of pairCall.parse(JSON.parse(call!)).parameter_sets)
      for (const [name, value] of Object.entries(values)) {
        const found = used.get(name.toLowerCase()) ?? [];
        used.set(name.toLowerCase(), [...found.filter((one) => one !== value), value]);
      }
  return used;
}

/** Columns that a text compares a parameter with, found by words alone, for texts that cannot be parsed. */
function comparedWith(
  text: string,
  spelling: SqlSpelling,
  parameters: ReadonlySet<string>,
): Set<string> {
  const words = [...tokensOf(text, spelling)]
    .filter((token) => !isSpace(token))
    .map((token) => (token.kind === 'quoted' ? unquote(token) : token.text).toLowerCase());
  const found = new Set<string>();
  for (const [index, word] of words.entries()) {
    if (!parameters.has(word.replace(/^[:@]/, ''))) continue;
    const before = skip(words, index - 1, -1);
    const after = skip(words, index + 1, 1);
    for (const place of [before, after]) {
      const name = place === null ? undefined : words[place];
      if (name && /^[\p{L}_]/u.test(name)) found.add(columnAt(words, place!));
    }
  }
  return found;
}

const COMPARES = new Set(['=', '<', '>', '!', 'like', 'between', 'in', '(']);

/** The place of the word beyond a comparison; null where there is none. A bracket alone is a call. */
function skip(words: readonly string[], from: number, step: 1 | -1): number | null {
  let place = from;
  let compares = false;
  while (COMPARES.has(words[place] ?? '')) {
    compares ||= words[place] !== '(';
    place += step;
  }
  return compares ? place : null;
}

/** Of `alias.name`, the name. */
const columnAt = (words: readonly string[], place: number): string =>
  words[place + 1] === '.' ? (words[place + 2] ?? '') : (words[place] ?? '');

/** A column of a given table, or of any table. */
type Compared = Pick<ComparedColumn, 'table' | 'column'>;

/**
 * The column from which a parameter may take values: one that it is compared with, else one of its name.
 * @param names - empty where all columns that it is compared with are known
 */
function findSource(
  tables: readonly WatchedTable[],
  names: ReadonlySet<string>,
  compared: readonly Compared[],
  taken: (source: ValueSource) => ValueSource | null,
): ValueSource | null {
  const own = [...names].map((name) => name.replace(/^(?:p|in|v|i|a|arg)_|_(?:in|p)$/g, ''));
  const columnsOf = (isWanted: (column: string, table: string, side: Side) => boolean) =>
    tables.flatMap((table) =>
      table.plan.source.columns.flatMap((_, at) => {
        const isOn = (side: Side) => {
          const { columns, table: name } = table.plan[side];
          return isWanted((columns[at]?.name ?? '').toLowerCase(), name.toLowerCase(), side);
        };
        return SIDES.some(isOn) && isProposable(table, at) ? [{ table, at }] : [];
      }),
    );
  const found = [
    ...keysFirst(
      columnsOf((column, table) =>
        compared.some((one) => one.column === column && (one.table ?? table) === table),
      ),
    ),
    ...keysFirst(columnsOf((column, _, side) => side === 'source' && own.includes(column))),
    ...columnsOf(
      (column, table, side) =>
        side === 'source' &&
        own.some(
          (name) =>
            name === `${table}_${column}` || name === `${table.replace(/s$/, '')}_${column}`,
        ),
    ),
  ];
  return found.flatMap((source) => taken(source) ?? [])[0] ?? null;
}

const keysFirst = (found: ValueSource[]): ValueSource[] =>
  found.toSorted((one, other) => Number(isKey(other)) - Number(isKey(one)));
const isKey = ({ table, at }: ValueSource): boolean => table.plan.source.key.includes(at);
