import { sql, type SqlBool } from 'kysely';
import { OBJECT_TYPES } from '../../../../contract/engines.ts';
import type { Side } from '../../../../contract/fields.ts';
import type { Db } from '../../../platform/db/store.ts';

/** How many names are looked up at once. */
const NAMES_AT_ONCE = 500;

export const fold = (name: string): string => name.toLowerCase();

export type NamedObject = Awaited<ReturnType<typeof findNamed>>[number];

/** Objects of a side whose names are among these, in lower case. */
export async function findNamed(db: Db, projectId: number, side: Side, names: readonly string[]) {
  const find = (some: readonly string[]) =>
    db
      .selectFrom('object')
      .innerJoin('pair', 'pair.id', 'object.pair_id')
      .select([
        'object.id as object',
        'object.type_id',
        'schema_name',
        'object_name',
        'pair.id as pair',
        'source_count',
        'target_count',
      ])
      .where('object.project_id', '=', projectId)
      .where('object.side', '=', side)
      .where('object.type_id', 'in', FOLLOWED)
      .where((where) =>
        where.or([
          where(where.fn<string>('lower', ['object_name']), 'in', some),
          ...some.filter(isBeyondAscii).map(isSpeltLike),
        ]),
      )
      .orderBy('object.id')
      .execute();
  const found: Awaited<ReturnType<typeof find>>[] = [];
  for (let at = 0; at < names.length; at += NAMES_AT_ONCE)
    found.push(await find(names.slice(at, at + NAMES_AT_ONCE)));
  const wanted = new Set(names);
  return found.flat().filter(({ object_name }) => wanted.has(fold(object_name)));
}

const isBeyondAscii = (name: string): boolean => /[^\p{ASCII}]/u.test(name);
/** Stores fold other letters each in its own way, SQLite not at all: any letter may stand in their place. */
function isSpeltLike(name: string) {
  const escaped = name.replaceAll(/[\\%_]/g, String.raw`\$&`);
  return sql<SqlBool>`lower(object_name) like ${escaped.replaceAll(/[^\p{ASCII}]/gu, '_')} escape '\\'`;
}

const FOLLOWED = [
  OBJECT_TYPES.tables,
  OBJECT_TYPES.views,
  OBJECT_TYPES.functions,
  OBJECT_TYPES.procedures,
];
