import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { Unreadable } from '../tree/ast.ts';
import { keepsDigits } from '../expressions/comparisons.ts';
import { type Kind, type Node, kindOf } from '../tree/tree.ts';
import { widthOf, widthOfValue } from '../tree/widths.ts';

/**
 * Refuses values that SQLite may keep as they are where others round, cut or refuse them: its types bind no value. A column
 * or a literal has what its type says.
 * @param written - the value before it was read as one of the column's type
 * @throws Unreadable
 */
export function refuseLoose(
  { canonical, looseText }: { canonical: CanonicalType; looseText?: 'numbers' | 'any' },
  value: Node,
  written: Node,
): void {
  if (value.op === 'null') return;
  const isKept =
    value.looseText === 'numbers' || (value.op === 'literal' && keepsDigits(value.value!));
  if (looseText === 'numbers' && !isKept) throw new Unreadable('a text that may become a number');
  if (!isStoredAlike(written, kindOf(canonical)) || !fits(value, canonical))
    throw new Unreadable('a value of another type');
  const isCut = value.op !== 'literal' || value.value!.endsWith(' ');
  if (canonical.kind === 'text' && canonical.fixed && isCut)
    throw new Unreadable('blanks that others cut');
}

function fits(value: Node, to: CanonicalType): boolean {
  const isGiven = value.op === 'column' || value.op === 'literal';
  const isNarrow = widthInSqlite(value) <= (widthOf(to) ?? Infinity);
  if (value.kind === 'text' && to.kind === 'text') return isNarrow;
  return value.kind === kindOf(to) && (ANY.has(value.kind) || (isGiven && isNarrow));
}

/** Whether SQLite makes of a literal what others do: it keeps `'yes'` of a truth and `'2024-01-31'` of a time, and makes `1.5` of a text `1.50`. */
function isStoredAlike({ op, kind, value = '' }: Node, to: Kind): boolean {
  if (op !== 'literal' || kind === to) return true;
  if (kind !== 'text') return to !== 'text' || kind === 'integer';
  return to !== 'boolean' && (MOMENTS[to]?.test(value) ?? true);
}
const MOMENTS: Partial<Record<Kind, RegExp>> = {
  date: /^\S+$/,
  timestamp: /^\S+ \d\d:\d\d:\d\d(?:\.\d*[1-9])?$/,
};

/** A year has four digits there, and all other parts of a time two. */
const widthInSqlite = (it: Node): number =>
  it.op === 'format'
    ? it.value!.replaceAll('{year}', '0000').replaceAll(/\{\w+\}/g, '00').length
    : widthOfValue(it);
/** Kinds whose values have no length and no digits. */
const ANY = new Set<Node['kind']>(['integer', 'boolean', 'date']);
