import type { Sorting } from '../core/catalogue/sorting.ts';
import type { Session } from './session.ts';

export interface Blindness {
  ofCase: boolean;
  ofAccents: boolean;
}
export const SEEING: Blindness = { ofCase: false, ofAccents: false };

/** Collations that ignore case or accents; the database's default collation never does. */
export async function readBlindCollations(session: Session): Promise<Map<number, Blindness>> {
  if (session.serverVersionNumber < 120_000) return new Map();
  const rows = await session.query<[number, string | null]>(
    // The name of the column with the locale differs between versions.
    `SELECT c.oid, coalesce(to_jsonb(c) ->> 'colllocale', to_jsonb(c) ->> 'colliculocale', to_jsonb(c) ->> 'collcollate')
     FROM pg_collation c WHERE NOT c.collisdeterministic`,
  );
  return new Map(
    rows.map(([oid, locale]) => [
      oid,
      {
        ofCase: /ks-level[12]/.test(locale ?? '') && !locale?.includes('kc-true'),
        ofAccents: /ks-level1/.test(locale ?? ''),
      },
    ]),
  );
}

type Row = [
  oid: number,
  /** Without its schema where every server has it. */
  name: string,
  provider: string,
  collate: string | null,
  letters: string | null,
  locale: string | null,
  rules: string | null,
  isDeterministic: boolean,
];

/** The collation that stands for the database's. */
const DEFAULT = 100;

/** Columns of the catalogue have other names, or are missing, in former versions. */
const SORTINGS = `
  SELECT c.oid, CASE WHEN c.collnamespace = 'pg_catalog'::regnamespace THEN format('%I', c.collname)
      ELSE format('%I.%I', n.nspname, c.collname) END,
    o.own ->> 'collprovider', o.own ->> 'collcollate', o.own ->> 'collctype',
    coalesce(o.own ->> 'colllocale', o.own ->> 'colliculocale',
      CASE o.own ->> 'collprovider' WHEN 'i' THEN o.own ->> 'collcollate' END), o.own ->> 'collicurules',
    coalesce((o.own ->> 'collisdeterministic')::boolean, true)
  FROM pg_collation c JOIN pg_namespace n ON n.oid = c.collnamespace
  CROSS JOIN LATERAL (SELECT to_jsonb(c) AS own) AS o
  WHERE c.oid <> ${DEFAULT} AND c.oid IN (
    SELECT a.attcollation FROM pg_attribute a WHERE a.attrelid = ANY($1::oid[]) AND a.attcollation <> 0
    UNION ALL SELECT unnest(i.indcollation::oid[]) FROM pg_index i WHERE i.indrelid = ANY($1::oid[]))
  UNION ALL
  SELECT ${DEFAULT}, '', coalesce(o.own ->> 'datlocprovider', 'c'), o.own ->> 'datcollate', o.own ->> 'datctype',
    coalesce(o.own ->> 'datlocale', o.own ->> 'daticulocale'), o.own ->> 'daticurules', true
  FROM pg_database d CROSS JOIN LATERAL (SELECT to_jsonb(d) AS own) AS o
  WHERE d.datname = current_database()`;

/** How the texts of relations sort, by the collation's id; nothing of derivatives of PostgreSQL, which sort in ways of their own. */
export async function readSortings(
  session: Session,
  relations: readonly number[],
): Promise<Map<number, Sorting>> {
  if (session.member.name !== 'PostgreSQL') return new Map();
  const rows = await session.query<Row>(SORTINGS, [relations]);
  return new Map(
    rows.map((row) => {
      const [oid, name] = row;
      const isLoose = !row[7];
      return [
        oid,
        {
          ...(oid !== DEFAULT && { declared: name }),
          by: sortedBy(row),
          ...(isLoose && { loose: true }),
        },
      ];
    }),
  );
}

/** The same text where texts sort alike: the encoding that a locale names is that of its database. */
function sortedBy([, , provider, collate, letters, locale, rules]: Row): string {
  const plain = (name: string | null) =>
    /^(?:C|POSIX)$/u.test(name ?? '')
      ? 'C'
      : (name ?? '').replace(/\.utf-?8\b/iu, '.utf8').replace(/^(?!C\.)([^.@]+)\.[^@]+/u, '$1');
  if (provider === 'c') {
    const [own, other] = [plain(collate), plain(letters)];
    return own === other ? own : `${own}, ${other}`;
  }
  if (provider === 'b' && plain(locale) === 'C') return 'C';
  const by = `${provider === 'i' ? 'ICU' : 'built in'} ${locale ?? ''}`;
  return rules ? `${by}, ${rules}` : by;
}
