import { deferralOf } from '../core/ddl/ddl-create.ts';
import { type ChangeOf, type Place, type Writer, listOf } from '../core/ddl/ddl.ts';

/** A block of PL/pgSQL: all of the statements, or none. */
export function asOne(statements: readonly string[]): string {
  const text = statements.map((statement) => `  ${statement};`).join('\n');
  let tag = '$$';
  for (let number = 1; text.includes(tag); number += 1) tag = `$as_one_${number}$`;
  return `DO ${tag}\nBEGIN\n${text}\nEND\n${tag}`;
}

/** That of a partitioned table becomes valid once each partition has one like it. */
export const reindex = (
  { name, partitioned }: Pick<ChangeOf<'rebuild index'>, 'name' | 'partitioned'>,
  { path, quote }: Place,
): string[] | null =>
  partitioned ? null : [`REINDEX INDEX ${[...path.slice(0, -1), name].map(quote).join('.')}`];

/**
 * Only a superuser may: they are the server's own, with names that it made up. ENABLE TRIGGER ALL would also enable those that
 * are disabled on purpose. Those of partitions belong to constraints of their own.
 */
export const enableTriggers: Writer<'enable triggers'> = ({ name }, { table, literal }) => {
  const block = `
DECLARE own record;
BEGIN
  FOR own IN
    WITH RECURSIVE it(id) AS (
      SELECT oid FROM pg_constraint WHERE conrelid = ${literal(table)}::regclass AND conname = ${literal(name)}
      UNION ALL SELECT c.oid FROM it JOIN pg_constraint c ON (to_jsonb(c)->>'conparentid')::oid = it.id)
    SELECT t.tgrelid::regclass AS relation, t.tgname AS name FROM it JOIN pg_trigger t ON t.tgconstraint = it.id
    WHERE t.tgenabled IN ('D', 'R')
  LOOP
    EXECUTE format('ALTER TABLE %s ENABLE TRIGGER %I', own.relation, own.name);
  END LOOP;
END
`;
  return [`DO ${block.includes('$$') ? literal(block) : `$$${block}$$`}`];
};

/** Since version 15. What stands in its place is there at once, or the former stays. */
export const countNulls: Writer<'count nulls'> = (
  { name, columns, include, isIndex, areEqual, deferrable },
  place,
) => {
  const { quote, table, path } = place;
  const nulls = areEqual ? ' NULLS NOT DISTINCT' : '';
  const kept = include ? ` INCLUDE (${listOf(include, place)})` : '';
  const own = `(${listOf(columns, place)})${kept}`;
  if (!isIndex)
    return [
      `ALTER TABLE ${table} DROP CONSTRAINT ${quote(name)}, ADD CONSTRAINT ${quote(name)} UNIQUE${nulls} ${own}${deferralOf({ deferrable })}`,
    ];
  return [
    asOne([
      `DROP INDEX ${[...path.slice(0, -1), name].map(quote).join('.')}`,
      `CREATE UNIQUE INDEX ${quote(name)} ON ${table} ${own}${nulls}`,
    ]),
  ];
};

/** All or nothing: with one policy missing, rows would be shown or hidden that should not be. */
export const setPolicies: Writer<'set policies'> = ({ drop, create, enable, force }, place) => {
  const { table, quote } = place;
  const created = create.map(({ name, text, toRoles }) => {
    const to = toRoles ? ` TO ${listOf(toRoles, place)}` : '';
    return `CREATE POLICY ${quote(name)} ON ${table} AS ${text.replace(/^\w+ FOR \w+/, (head) => head + to)}`;
  });
  return [
    asOne([
      ...drop.map((name) => `DROP POLICY ${quote(name)} ON ${table}`),
      // A table without row-level security may keep policies that nobody read.
      ...(enable ? create : []).map(
        ({ name }) => `DROP POLICY IF EXISTS ${quote(name)} ON ${table}`,
      ),
      ...created,
      ...(enable ? [`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`] : []),
      ...(force ? [`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`] : []),
    ]),
  ];
};
