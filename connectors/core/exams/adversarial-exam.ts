import { toEnglish } from '../../../contract/messages/english.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConnectionTarget, ConnectOptions, Connector } from '../connector.ts';
import { connectWith, type Inventory } from './exam.ts';

/** What names an engine allows. */
export interface NameRules {
  longest: number;
  unit: 'characters' | 'bytes';
  /** Whether it takes characters beyond the first 65,536. */
  emoji: boolean;
  /** Whether `a` and `A` are two names. */
  caseSensitive: boolean;
}

/** Names of the maximum length, of lengths around the limits of other engines, and similar but different ones. */
export function namesWithin({ longest, unit, emoji, caseSensitive }: NameRules): string[] {
  const lengthOf = (name: string) =>
    unit === 'bytes' ? Buffer.byteLength(name) : Array.from(name).length;
  const fill = (letter: string) => letter.repeat(Math.floor(longest / lengthOf(letter)));
  return [
    ...[30, 31, 63, 64, 127, 128].map((length) => 'l'.repeat(length)),
    fill('x'),
    fill('é'),
    fill('日'),
    ' space before',
    'space  within',
    'tab\twithin',
    'line\nbreak',
    '.',
    'a.b',
    '"a"."b"',
    '[bracketed]',
    'a]]b',
    '{brace}',
    '$1',
    '?',
    ':name',
    '@name',
    '/* comment */',
    'table',
    'view',
    'procedure',
    'group',
    'précomposé',
    'pre\u0301compose\u0301',
    'عربي',
    ...(emoji ? ['🐘', fill('🐘'), '👩‍👩‍👧 family'] : []),
    ...(caseSensitive ? ['orders', 'Orders', 'ORDERS', 'oRDERS'] : []),
  ].filter((name) => lengthOf(name) <= longest);
}

/** What must be listed for an account. */
export interface Expectation {
  target: ConnectionTarget;
  options?: Partial<ConnectOptions>;
  /** Exactly these; absent: at least those of `content`. */
  schemas?: string[];
  /** All that the lists must show, by schema; an absent type means none. */
  content: Record<string, Inventory>;
  /** The warning of a list that leaves something out; absent: no warning. */
  warning?: Record<string, RegExp>;
}

/** A database that trips careless connectors: one title each, so that engines can be compared. */
export interface AdversarialCase<Server> {
  title: string;
  make(server: Server): Promise<Expectation>;
}

/** An exam of lists only: whatever the database holds, they show it, all of it and nothing else. */
export function examineAdversarial<Server extends { tearDown(): Promise<void> }>(
  name: string,
  connector: Connector,
  start: () => Promise<Server>,
  cases: AdversarialCase<Server>[],
): void {
  describe(`${name}: adversarial schemas`, () => {
    let server: Server;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server?.tearDown());

    test.each(cases.map((one) => [one.title, one] as const))('%s', async (_title, { make }) => {
      const expected = await make(server);
      const connection = await connectWith(connector, expected.target, expected.options);
      const schemas = await connection.listSchemas();
      const known = Object.keys(expected.content);
      expect(schemas).toEqual([...schemas].sort());
      expect(schemas).toEqual(
        expected.schemas ? [...expected.schemas].sort() : expect.arrayContaining(known),
      );
      for (const schema of known) {
        for (const type of connector.objectTypes) {
          const { names, warnings } = await connection.listObjects(type, schema);
          const all = [...(expected.content[schema]?.[type] ?? [])].sort();
          expect({ schema, type, names }).toEqual({ schema, type, names: all });
          const warning = expected.warning?.[type];
          expect({ type, warnings: warnings.map(toEnglish) }).toEqual({
            type,
            warnings: warning ? [expect.stringMatching(warning)] : [],
          });
        }
      }
      await connection.close();
    });
  });
}
