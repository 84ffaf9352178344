import {
  type SqlToken,
  is,
  isSpace,
  tokensOf,
} from '../../../../../connectors/core/sql/sql-tokens.ts';
import type { KnownColumn } from '../../../sql/service.ts';
import type { TableName } from '../counterparts.ts';
import type { RepairSetting } from './repair-sides.ts';

type Setting = Pick<RepairSetting, 'from' | 'schemaOf' | 'placeOf'>;

/**
 * A text of the source with the target's names in place of qualified ones: of tables that are known there, else of the schema alone. What
 * stands in strings stays, and so does a name that may be an alias, a variable or a column.
 */
export const withTargetSchemas = (text: string, setting: Setting): string =>
  withTargetNames(text, setting, () => true);

/** The same for routines that are called and types of casts alone, which whoever writes a text for the target leaves as they are. */
export const withTargetRoutines = (text: string, { from, schemaOf }: Setting): string =>
  withTargetNames(
    text,
    { from, schemaOf },
    (before, behind) => is(behind, '(') || is(before, '::') || is(before, ':'),
  );

/** @param isMeant - whether a name is one to replace, by what stands in front of it and behind it */
function withTargetNames(
  text: string,
  setting: Setting,
  isMeant: (before: SqlToken | undefined, behind: SqlToken | undefined) => boolean,
): string {
  const tokens = [...tokensOf(text, setting.from.sql)];
  const solid = tokens.filter((token) => !isSpace(token));
  const bare = new Set(solid.flatMap((token, at) => bareName(token, solid, at)));
  const written = new Map<SqlToken, string>();
  for (const [at, token] of solid.entries()) {
    const [dot, name] = [solid[at + 1], solid[at + 2]];
    if (!isName(token) || !is(dot, '.') || !isName(name) || is(solid[at - 1], '.')) continue;
    const [schema, table] = [nameOf(token, setting), nameOf(name, setting)];
    if (bare.has(schema.toLowerCase()) || ROWS.test(schema)) continue;
    if (!isMeant(solid[at - 1], solid[at + 3])) continue;
    const place = placeOf({ schema, table }, setting);
    if (!place) continue;
    if (place.schema !== schema) written.set(token, quoted(place.schema, setting));
    if (place.table !== table) written.set(name, quoted(place.table, setting));
  }
  return tokens.map((token) => written.get(token) ?? token.text).join('');
}

/**
 * A text of a table's columns in the source's own words, for a server of the same engine; null where one of them has another name
 * there.
 */
export const ownWords = (
  text: string,
  columns: readonly KnownColumn[],
  setting: Setting & Pick<RepairSetting, 'sameEngine'>,
): string | null =>
  setting.sameEngine && columns.every(({ name, as }) => name === as)
    ? withTargetSchemas(text, setting)
    : null;

/** Rows that are there without being named before. */
const ROWS = /^(new|old|excluded)$/i;

/** Where a name leads on the target; null where that is unknown. */
function placeOf(name: TableName, { placeOf: find, schemaOf, from }: Setting): TableName | null {
  const found = find?.(name);
  if (found) return found;
  if (from.sqlRules.ofExtensions?.test(name.table)) return null;
  const schema = schemaOf(name.schema);
  return schema === null ? null : { ...name, schema };
}

/** A name that stands alone, and so is no schema. */
const bareName = (token: SqlToken, all: readonly SqlToken[], at: number): string[] =>
  isName(token) && !is(all[at + 1], '.') && !is(all[at - 1], '.')
    ? [token.text.replace(/^(["`])(.*)\1$/su, '$2').toLowerCase()]
    : [];

const isName = (token: SqlToken | undefined): token is SqlToken =>
  token?.kind === 'word' || (token?.kind === 'quoted' && /^["`]/.test(token.text) && token.closed);

/** As the engine's catalogue has it. */
function nameOf({ kind, text }: SqlToken, { from: { sqlRules } }: Setting): string {
  if (kind === 'quoted') return text.slice(1, -1).replaceAll(text[0]! + text[0]!, text[0]!);
  return sqlRules.parser === 'postgresql' ? text.toLowerCase() : text;
}

function quoted(name: string, { from: { sqlRules } }: Setting): string {
  const [open, close] = sqlRules.writing.quotes;
  return `${open}${name.replaceAll(close, close + close)}${close}`;
}
