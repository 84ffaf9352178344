import type {
  ObjectDefinition,
  RoutineDefinition,
  Trigger,
} from '../../../../../../connectors/core/definitions.ts';
import type { SqlSpelling } from '../../../../../../connectors/core/engine.ts';
import {
  type SqlToken,
  is,
  isRunComment,
  tokensOf,
  unquote,
  wordsAndSigns,
} from '../../../../../../connectors/core/sql/sql-tokens.ts';
import { OBJECT_TYPES } from '../../../../../../contract/engines.ts';
import type { Side } from '../../../../../../contract/fields.ts';
import type { Store } from '../../../../../platform/db/store.ts';
import { keyOfTable, objectsNamed } from '../../counterparts.ts';
import type { Found } from '../texts/known-tables.ts';
import { withPlainTexts } from '../triggers/trigger-settings.ts';
import type { Words } from '../triggers/trigger-statements.ts';

/**
 * The name that a routine has on the target, for one of a schema that returns no rows and sets nothing that it is given;
 * undefined for others, and where that is unknown.
 */
export type CalledOf = (side: Side, schema: string, routine: string) => string | undefined;

/** Routines that a text calls by CALL or PERFORM, as written; one in a schema with that. */
export function callsIn(text: string | null, words: Words | null): string[] {
  if (text === null || !words) return [];
  const tokens = wordsAndSigns(text, words.sql);
  const names = tokens.flatMap((token, at) => {
    if (!is(token, 'CALL', 'PERFORM')) return [];
    let end = at + 2;
    while (is(tokens[end], '.')) end += 2;
    // Behind PERFORM stands any query.
    const isCall = is(token, 'CALL') || is(tokens[end], '(');
    return isCall
      ? [
          tokens
            .slice(at + 1, end)
            .map(unquote)
            .join(''),
        ]
      : [];
  });
  return [...new Set(names)];
}

/** The routines that a text calls and that `CalledOf` knows, by their names in lower case, and their names on the target. */
export const knownCalls = (
  text: string | null,
  words: Words | null,
  called: (routine: string) => string | undefined,
): { name: string; as: string }[] =>
  callsIn(text, words).flatMap((name) => {
    const as = called(name);
    return as === undefined ? [] : [{ name: name.toLowerCase(), as }];
  });

/** Finds routines that other routines and triggers call, by their names in the same schema, with their counterparts. */
export async function readCalled(
  store: Pick<Store, 'kind' | 'longReads'>,
  projectId: number,
  wordsOn: (side: Side) => Words | null,
  read: readonly Found[],
): Promise<CalledOf> {
  const wanted = read.flatMap(({ side, schema, definition }) =>
    programsOf(definition).flatMap((program) =>
      callsIn(withPlainTexts(program, wordsOn(side)), wordsOn(side)).flatMap((name) => [
        { schema, table: name },
        { schema, table: name.toLowerCase() },
      ]),
    ),
  );
  if (wanted.length === 0) return () => undefined;
  const rows = await objectsNamed(store, wanted)
    .innerJoin('pair', 'pair.id', 'object.pair_id')
    .innerJoin('object as other', 'other.pair_id', 'pair.id')
    .innerJoin('snapshot', 'snapshot.object_id', 'object.id')
    .select([
      'object.id',
      'object.side',
      'object.schema_name as schema',
      'object.object_name as table',
      'other.object_name as counterpart',
      'snapshot.structure',
    ])
    .where('object.project_id', '=', projectId)
    .where('object.type_id', 'in', [OBJECT_TYPES.functions, OBJECT_TYPES.procedures])
    .where('object.missing_since', 'is', null)
    .whereRef('other.side', '!=', 'object.side')
    .where('other.missing_since', 'is', null)
    .where('pair.source_count', '=', 1)
    .where('pair.target_count', '=', 1)
    .execute();
  const fresh = new Map(read.map(({ id, definition }) => [id, definition]));
  const known = new Map(
    rows.flatMap((row) => {
      const definition = fresh.get(row.id) ?? (JSON.parse(row.structure) as ObjectDefinition);
      const words = wordsOn(row.side);
      if (!words || definition.kind !== 'routine' || !onlyWrites(definition, words)) return [];
      const name = row.side === 'source' ? row.counterpart : row.table;
      return [[`${row.side} ${keyOfTable(row)}`, name.toLowerCase()] as const];
    }),
  );
  return (side, schema, routine) =>
    [routine, routine.toLowerCase()]
      .map((table) => known.get(`${side} ${keyOfTable({ schema, table })}`))
      .find((name) => name !== undefined);
}

/** A routine or trigger itself, or the triggers of a table. */
const programsOf = (definition: ObjectDefinition): readonly (RoutineDefinition | Trigger)[] =>
  definition.kind === 'table'
    ? (definition.triggers ?? [])
    : definition.kind === 'routine' || definition.kind === 'trigger'
      ? [definition]
      : [];

/** Whether calling a routine gives nothing back: no rows, and no parameters. */
export function onlyWrites(
  { parameters, returns, text }: RoutineDefinition,
  { sql, sqlRules }: Words,
): boolean {
  if (text === null || parameters.some(({ mode }) => mode !== 'in')) return false;
  // What PERFORM calls gives its rows to nobody, and procedures of PostgreSQL have none.
  if (sqlRules.parser === 'postgresql') return true;
  return sqlRules.parser === 'mysql' && returns === null && !mayReturnRows(text, sql);
}

/** Words behind which a statement may begin, also where they stand in an expression. */
const BEFORE = ['BEGIN', 'THEN', 'ELSE', 'DO', 'LOOP', 'REPEAT'];
/** Statements that return rows, or may do so by what they run. */
const SHOWING =
  'EXECUTE CALL SHOW EXPLAIN DESCRIBE ANALYZE CHECKSUM OPTIMIZE REPAIR RETURNING'.split(' ');
/** The same where a statement begins; elsewhere these words are parts of others. */
const BEGINNING = ['(', ...'DESC CHECK HELP HANDLER TABLE VALUES WITH XA'.split(' ')];

const DEPTHS = new Map([
  ['(', 1],
  [')', -1],
]);

/** Whether more may be run than the words outside of comments and texts, or fewer. */
const mayHideWords = (token: SqlToken): boolean =>
  isRunComment(token) || !token.closed || (token.kind === 'quoted' && token.text.includes('\\'));

/** Whether a program of MySQL has a statement that may return rows. */
function mayReturnRows(text: string, sql: SqlSpelling): boolean {
  if ([...tokensOf(text, sql)].some(mayHideWords)) return true;
  const tokens = wordsAndSigns(text, sql);
  const ends = tokens.flatMap((token, at) => (is(token, ';') ? [at] : []));
  return [...ends, tokens.length].some((end, index) =>
    returnsRows(tokens.slice(index === 0 ? 0 : ends[index - 1]! + 1, end)),
  );
}

/** Whether a statement, with the words of IF, BEGIN and the like before it, is a SELECT without INTO that nothing reads, or another that shows rows. */
function returnsRows(tokens: readonly SqlToken[]): boolean {
  let depth = 0;
  let [isRead, isOpen] = [false, false];
  /** Where the conditions of a handler end, and its statement begins, is not looked for. */
  let begins: 'here' | 'somewhere' | 'before' = 'here';
  for (const token of tokens) {
    if (is(token, ...SHOWING) || (begins !== 'before' && is(token, ...BEGINNING))) return true;
    depth += DEPTHS.get(token.text) ?? 0;
    if (is(token, ':', ...BEFORE)) [begins, isRead] = ['here', false];
    else {
      if (depth === 0 && is(token, 'INSERT', 'REPLACE', 'CURSOR', 'CREATE')) isRead = true;
      if (depth === 0 && is(token, 'SELECT', 'INTO')) isOpen = is(token, 'SELECT') && !isRead;
      if (is(token, 'HANDLER')) begins = 'somewhere';
      else if (begins === 'here' || isRead) begins = 'before';
    }
  }
  return isOpen;
}
