import { createHash } from 'node:crypto';
import type { ObjectDefinition } from '../../../../connectors/core/definitions.ts';

export interface ReadDefinition {
  definition: ObjectDefinition;
  /** SHA-256, hexadecimal. */
  hash: string;
  /** Hashes without properties that were not read in a format, or in any after it, to compare with what was saved then. */
  hashesSince: (format: number) => string[];
}

/** The definition as a text, without what changes by itself, is derived from it, or concerns accounts. */
function textOf(definition: ObjectDefinition): string {
  switch (definition.kind) {
    case 'table':
      return JSON.stringify({ ...definition, estimatedRows: null }, without(CHANGING));
    case 'view':
    case 'trigger':
    case 'routine':
      return JSON.stringify(definition, without(CHANGING));
    case 'sequence':
      return JSON.stringify({ ...definition, next: undefined, belongsTo: undefined });
  }
}

/** Properties that change while rows are written, or that are read but not compared. */
const CHANGING = [
  'reached',
  'partitions',
  'covered',
  'belongsTo',
  'access',
  'written',
  'signature',
  'dependents',
  'policed',
  'heldByKeys',
  'ledTo',
  'nullsApart',
  'ownOrder',
  'unfilled',
  'doubleQuotes',
  'collation',
  'kept',
  'ownTypes',
];
/** Properties that a former version was the last one not to read, from the newest version to the oldest. */
const FIRST_READ = [
  // Of MySQL's routines.
  ['variables'],
  // Of parameters, and of texts of SQL Server.
  ['comparison', 'settingsOff'],
  ['sorting', 'nullsAt', 'sortedBy', 'onDeleteOf'],
  ['attributes'],
  ['viewTriggers'],
  ['deferrableKeys'],
  ['notForReplication'],
  ['triggersOff'],
  ['outage'],
  // Of MySQL's checks.
  ['disabled'],
  ['disabled', 'unusable'],
  ['toRoles', 'policiesForced'],
  ['padSpace'],
  ['include'],
  ['rules'],
  ['reusesNumbers'],
  ['ofDomain'],
  ['operators'],
  ['letters', 'caseSeeing'],
  ['caseBlind'],
  ['someNullsEqual', 'using'],
  ['keptIndexes'],
  ['always'],
  ['strict'],
  ['accentBlind', 'stored'],
  ['numbering', 'triggers', 'unchecked', 'deferrable', 'matchesFull', 'nullsEqual', 'storage'],
];
/** How often properties were added. What was saved in the present format is compared as it is. */
export const FORMAT = FIRST_READ.length;
/** What former versions from a format on did not read. Only PostgreSQL's policies were always read with `storage`. */
const absentSince = (format: number): string[][] =>
  format >= FORMAT
    ? []
    : Array.from({ length: FORMAT - format + 1 }, (_, count) =>
        FIRST_READ.slice(0, count).flat(),
      ).flatMap((names) => [names, [...names, 'policies']]);

/** Of foreign keys and checks, these were read before they were of primary and unique keys. */
const OF_KEYS = [
  ['disabled', 'unchecked'],
  ['deferrableKeys', 'deferrable'],
] as const;

/** What explains why something is disabled, and was read with that it is. */
const OF_DISABLED = ['outage', 'triggersOff'] as const;
const NEITHER = {
  disabled: undefined,
  unusable: undefined,
  outage: undefined,
  triggersOff: undefined,
};

/** Also leaves out list members that only such a property explains. */
const without = (names: readonly string[]) => (key: string, value: unknown) => {
  if (names.includes(key)) return undefined;
  // That all is as by default was once not told from that nothing was read.
  if (key === 'attributes' && Array.isArray(value) && value.length === 0) return undefined;
  const later = OF_KEYS.flatMap(([since, name]) => (names.includes(since) ? name : []));
  if (later.length > 0 && (key === 'primaryKey' || key === 'uniques'))
    return JSON.parse(JSON.stringify(value, without([...names, ...later]))) as unknown;
  const has = (name: string) => typeof value === 'object' && value !== null && name in value;
  if (OF_DISABLED.some((name) => names.includes(name) && has(name)))
    return { ...(value as object), ...NEITHER };
  // Versions that did not know of it read none.
  if (has('impliedDefault'))
    return { ...(value as object), default: null, impliedDefault: undefined };
  return key === 'checks' && names.includes('ofDomain')
    ? (value as object[]).filter((one) => !('ofDomain' in one))
    : value;
};

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export function withHashes(definition: ObjectDefinition): ReadDefinition {
  const text = textOf(definition);
  return {
    definition,
    hash: hashOf(text),
    hashesSince: (format) =>
      absentSince(format).map((names) => hashOf(JSON.stringify(JSON.parse(text), without(names)))),
  };
}
