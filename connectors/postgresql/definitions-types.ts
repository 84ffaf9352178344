import type { CanonicalType } from '../../contract/proof/definitions.ts';
import type { Check } from '../core/definitions.ts';
import { tokensOf } from '../core/sql/sql-tokens.ts';
import { engine } from './engine.ts';
import type { Session } from './session.ts';
import { canonicalOf } from './types.ts';

/** A type with its modifier (length, precision): -1 for a column without a modifier, null if there cannot be one. */
export type TypeUse = readonly [oid: number, modifier: number | null];

/** A resolved type. */
export interface ResolvedType {
  type: string;
  canonical: CanonicalType;
  /** Constraints and default that a domain adds to its base type. */
  notNull: boolean;
  default: string | null;
  caseBlind: boolean;
  /** What domains check, the innermost first; the value is written as `VALUE`. */
  checks: readonly Check[];
  /** What makes it and the types that it needs, the innermost first. */
  ownTypes: string[];
}

type Row = [
  oid: number,
  modifier: number | null,
  spelling: string,
  kind: string,
  base: number,
  baseModifier: number,
  notNull: boolean,
  fallback: string | null,
  labels: string[] | null,
  parts: string | null,
  checks: [name: string, expression: string, isValidated: string][],
  /** Types that it needs, and what follows CREATE to make it; null where no account made it by itself. */
  needs: number[],
  create: string | null,
];

/**
 * Resolves domains to their base types. What users made of other types is told by these parts, and what an extension brings by
 * its name, because schemas may be called differently elsewhere.
 */
const READ_TYPES = `
  WITH RECURSIVE used(oid, modifier) AS (
    SELECT u.oid, u.modifier FROM unnest($1::oid[], $2::int[]) AS u(oid, modifier)
    UNION
    SELECT n.oid, n.modifier FROM used u JOIN pg_type t ON t.oid = u.oid, LATERAL (
      SELECT t.typbasetype, t.typtypmod WHERE t.typtype = 'd'
      UNION ALL SELECT t.typelem, -1 WHERE t.typcategory = 'A'
      UNION ALL SELECT a.atttypid, a.atttypmod FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE a.attrelid = t.typrelid AND c.relkind = 'c' AND NOT a.attisdropped) AS n(oid, modifier))
  SELECT u.oid, u.modifier, format_type(u.oid, u.modifier), t.typtype::text,
    t.typbasetype, t.typtypmod, t.typnotnull, t.typdefault,
    CASE WHEN t.typtype = 'e' THEN ARRAY(SELECT e.enumlabel::text FROM pg_enum e
      WHERE e.enumtypid = t.oid ORDER BY e.enumsortorder) END,
    CASE WHEN t.typnamespace = 'pg_catalog'::regnamespace THEN NULL
      WHEN t.typtype = 'c' THEN (SELECT '(' || string_agg(quote_ident(a.attname) || ' '
        || format_type(a.atttypid, a.atttypmod), ', ' ORDER BY a.attnum) || ')'
        FROM pg_attribute a WHERE a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped)
      WHEN t.typtype = 'r' THEN (SELECT 'range of ' || format_type(r.rngsubtype, NULL)
        FROM pg_range r WHERE r.rngtypid = t.oid)
      WHEN EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_type'::regclass AND d.objid = t.oid
        AND d.deptype = 'e') THEN t.typname END,
    ARRAY(SELECT ARRAY[k.conname::text, pg_get_expr(k.conbin, 0), k.convalidated::text] FROM pg_constraint k
      WHERE k.contypid = t.oid AND k.contype = 'c' ORDER BY k.conname),
    ARRAY(SELECT t.typbasetype WHERE t.typtype = 'd' UNION ALL SELECT t.typelem WHERE t.typcategory = 'A'
      UNION ALL (SELECT a.atttypid FROM pg_attribute a WHERE a.attrelid = w.typrelid AND NOT a.attisdropped
        ORDER BY a.attnum)),
    CASE w.typtype
      WHEN 'e' THEN 'TYPE ' || w.name || ' AS ENUM (' || (SELECT coalesce(string_agg(quote_literal(e.enumlabel), ', '
        ORDER BY e.enumsortorder), '') FROM pg_enum e WHERE e.enumtypid = w.oid) || ')'
      WHEN 'd' THEN 'DOMAIN ' || w.name || ' AS ' || format_type(w.typbasetype, w.typtypmod)
        || coalesce((SELECT format(' COLLATE %I.%I', n.nspname, c.collname) FROM pg_collation c
          JOIN pg_namespace n ON n.oid = c.collnamespace JOIN pg_type b ON b.oid = w.typbasetype
          WHERE c.oid = w.typcollation AND c.oid <> b.typcollation), '')
        || coalesce(' DEFAULT ' || w.typdefault, '') || CASE WHEN w.typnotnull THEN ' NOT NULL' ELSE '' END
        || coalesce((SELECT string_agg(format(' CONSTRAINT %I CHECK (%s)', k.conname, pg_get_expr(k.conbin, 0)), ''
          ORDER BY k.conname) FROM pg_constraint k WHERE k.contypid = w.oid AND k.contype = 'c'), '')
      WHEN 'c' THEN 'TYPE ' || w.name || ' AS (' || (SELECT coalesce(string_agg(quote_ident(a.attname) || ' '
        || format_type(a.atttypid, a.atttypmod), ', ' ORDER BY a.attnum), '') FROM pg_attribute a
        WHERE a.attrelid = w.typrelid AND a.attnum > 0 AND NOT a.attisdropped) || ')'
    END
  FROM used u JOIN pg_type t ON t.oid = u.oid
  LEFT JOIN LATERAL (SELECT t.oid, t.typtype, t.typrelid, t.typbasetype, t.typtypmod, t.typcollation,
    t.typdefault, t.typnotnull, format_type(t.oid, NULL) AS name WHERE t.typnamespace <> 'pg_catalog'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_type'::regclass AND d.objid = t.oid
      AND d.deptype = 'e')
    AND (t.typtype <> 'c' OR EXISTS (SELECT FROM pg_class c WHERE c.oid = t.typrelid AND c.relkind = 'c'))) w
    ON true`;

export type TypeBook = (use: TypeUse) => ResolvedType;

/** Looks up all types in one statement. */
export async function readTypes(session: Session, uses: readonly TypeUse[]): Promise<TypeBook> {
  const distinct = [...new Map(uses.map((use) => [keyOf(use), use])).values()];
  const rows = await session.query<Row>(READ_TYPES, [
    distinct.map(([oid]) => oid),
    distinct.map(([, modifier]) => modifier),
  ]);
  const byUse = new Map(rows.map((row) => [keyOf([row[0], row[1]]), row]));
  const byOid = new Map(rows.map((row) => [row[0], row]));
  const ownTypesOf = (oid: number): string[] => {
    const [, , , , , , , , , , , needs = [], create = null] = byOid.get(oid) ?? [];
    return [...new Set([...needs.flatMap(ownTypesOf), ...(create === null ? [] : [create])])];
  };

  const resolve: TypeBook = (use) => {
    const [, , type, kind, base, baseModifier, notNull, fallback, labels, parts, checks] =
      byUse.get(keyOf(use)) ?? unknownType(use);
    if (kind === 'd') {
      const under = resolve([base, baseModifier]);
      return {
        ...under,
        type,
        notNull: notNull || under.notNull,
        default: fallback ?? under.default,
        checks: [...under.checks, ...checks.map(toCheck)],
        ownTypes: ownTypesOf(use[0]),
      };
    }
    const plain = canonicalOf(type);
    const own = plain.kind === 'other' && parts !== null ? { ...plain, name: parts } : plain;
    return {
      type,
      canonical: labels ? { kind: 'enum', values: labels } : own,
      notNull: false,
      default: null,
      caseBlind: /(^|\.)citext$/u.test(type),
      checks: [],
      ownTypes: ownTypesOf(use[0]),
    };
  };
  return resolve;
}

const toCheck = ([name, expression, isValidated]: Row[10][number]): Check => ({
  name,
  expression,
  ofDomain: true,
  ...(isValidated !== 'true' && { unchecked: true }),
});

/** What a column's domains check, in terms of that column. */
export const checksOn = (column: string, { checks }: ResolvedType): Check[] =>
  checks.map((check) => ({
    ...check,
    expression: [...tokensOf(check.expression, engine.sql)]
      .map(({ kind, text }) =>
        kind === 'word' && text === 'VALUE' ? `"${column.replaceAll('"', '""')}"` : text,
      )
      .join(''),
  }));

const keyOf = ([oid, modifier]: TypeUse) => `${oid} ${modifier}`;

/** For a type that was dropped between two statements. */
const unknownType = ([oid, modifier]: TypeUse): Row => [
  oid,
  modifier,
  '???',
  'b',
  0,
  -1,
  false,
  null,
  null,
  null,
  [],
  [],
  null,
];
