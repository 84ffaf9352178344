import type { Key } from '../../../../../../connectors/core/definitions.ts';
import {
  type CompareOptions,
  type Part,
  type RawFinding,
  describe,
  finding,
  severityOf,
} from '../raw-finding.ts';

const PARTS = {
  primaryKey: { part: 'primary key', feature: 'deferrable unique keys' },
  uniqueKey: { part: 'unique key', feature: 'deferrable unique keys' },
  foreignKey: { part: 'foreign key', feature: 'deferrable keys' },
} as const satisfies Record<string, { part: Part; feature: string }>;

/** Both sides check at once unless a program asks to defer it, and none does yet. */
const mayOnlyWait = (key: Deferral, other: Deferral): boolean =>
  key.deferrable === undefined && other.deferrable === 'on demand';

type Deferral = Pick<Key, 'name' | 'deferrable'>;

/** When a key of both sides is checked. */
export function compareDeferral(
  code: keyof typeof PARTS,
  key: Deferral,
  other: Deferral,
  options: Pick<CompareOptions, 'lacks'>,
): RawFinding[] {
  if (key.deferrable === other.deferrable) return [];
  const { part, feature } = PARTS[code];
  return [
    finding(
      `${code}.deferrable`,
      part,
      code === 'primaryKey' ? null : key.name,
      key.deferrable ?? 'at once',
      other.deferrable ?? 'at once',
      mayOnlyWait(key, other)
        ? describe('info', 'mayWait')
        : describe(severityOf(feature, 'warning', options), 'otherDeferral'),
    ),
  ];
}
