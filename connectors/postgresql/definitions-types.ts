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
];

/**
 * Resolves domains to their base types. What users made of other types is told by these parts, and what an extension brings by
 * its name, because schemas may be called differently elsewhere.
 */
const READ_TYPES = `
  WITH RECURSIVE used(oid, modifier) AS (
    SELECT u.oid, u.modifier FROM unnest($1::oid[], $2::int[]) AS u(oid, modifier)
    UNION
    SELECT t.typbasetype, t.typtypmod FROM used u JOIN pg_type t ON t.oid = u.oid WHERE t.typtype = 'd')
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
      WHERE k.contypid = t.oid AND k.contype = 'c' ORDER BY k.conname)
  FROM used u JOIN pg_type t ON t.oid = u.oid`;

export type TypeBook = (use: TypeUse) => ResolvedType;

/** Looks up all types in one statement. */
export async function readTypes(session: Session, uses: readonly TypeUse[]): Promise<TypeBook> {
  const distinct = [...new Map(uses.map((use) => [keyOf(use), use])).values()];
  const rows = await session.query<Row>(READ_TYPES, [
    distinct.map(([oid]) => oid),
    distinct.map(([, modifier]) => modifier),
  ]);
  const byUse = new Map(rows.map((row) => [keyOf([row[0], row[1]]), row]));

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
];
