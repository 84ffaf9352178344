import type { Column, TableDefinition } from '../connectors/core/definitions.ts';
import { OBJECT_TYPES } from '../contract/engines.ts';
import { DEFAULT_MATCHING_RULES } from '../contract/proof/pairs.ts';
import { matchAlike } from '../server/features/proof/pairs/matching/match-alike.ts';
import type { Name } from '../server/features/proof/pairs/matching/match.ts';
import { matchSpelled } from '../server/features/proof/pairs/matching/matcher.ts';
import { type Shape, shapeOf } from '../server/features/proof/pairs/matching/shape.ts';
import { peak, time } from './support/probe.ts';
import { type Report, round } from './support/report.ts';

/** Matching 40,000 objects, a fifth of them renamed, compared with a single lookup of all names and columns. */

const OBJECTS = 40_000;
/** One in this many objects has another name on the target. */
const RENAMED = 5;
const COLUMNS = 8;
const LIMITS = { floor: 16, growthMb: 200 };
/** Minimum share of renamed objects that must be found. */
const MIN_FOUND = 0.8;
const memoryMb = () => process.memoryUsage().rss / 2 ** 20;

const WORDS =
  'customer order invoice payment product supplier warehouse employee department shipment contract account price tax stock route driver vehicle claim policy ticket agent branch region budget project task review rating voucher refund carrier parcel sensor meter tariff lease tenant asset audit'.split(
    ' ',
  );
const word = (at: number): string => WORDS[at % WORDS.length]!;
const nameOf = (at: number): string =>
  `${word(at)}_${word(Math.floor(at / 40) * 7 + 3)}_${word(Math.floor(at / 1_600) * 11 + 5)}_${Math.floor(at / 40) % 40}`;
/** The second column is unique to its table, as in most schemas; the others are shared by about a hundred tables. */
function columnOf(at: number, place: number): string {
  if (place === 0) return 'id';
  if (place === 1)
    return `${word(at)}_${word(Math.floor(at / 40))}_${word(Math.floor(at / 1_600))}_code`;
  return `${word(at * 13 + place * 17)}_${word(at * 5 + place * 29 + Math.floor(at / 40))}`;
}

const RENAMES: readonly ((name: string) => string)[] = [
  (name) => `tbl_${name}`,
  (name) => name.replace(/^\w+?_/, (first) => `${first.slice(0, -1)}s_`),
  (name) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  (name) => `x${Array.from(name).toReversed().join('')}`,
];
const targetOf = (at: number): string =>
  at % RENAMED === 0
    ? RENAMES[Math.floor(at / RENAMED) % RENAMES.length]!(nameOf(at))
    : nameOf(at).toUpperCase();

const typeOf = (place: number): Column['canonical'] =>
  place % 2 === 0
    ? { kind: 'integer', bits: 32, unsigned: false }
    : { kind: 'text', length: 40, fixed: false, bytes: false };
function tableOf(at: number, name: string): TableDefinition {
  const columns = Array.from({ length: COLUMNS }, (_, place): Column => ({
    name: columnOf(at, place),
    type: typeOf(place).kind,
    canonical: typeOf(place),
    nullable: true,
    default: null,
    identity: false,
    generated: null,
    caseSensitive: null,
    comment: null,
  }));
  return {
    kind: 'table',
    name,
    columns,
    primaryKey: { name: '', columns: ['id'] },
    uniques: [],
    foreignKeys: [],
    checks: [],
    indexes: [],
    comment: null,
    estimatedRows: null,
  };
}

export async function measure(): Promise<Report> {
  const named = (id: number, name: string): Name => ({
    id,
    typeId: OBJECT_TYPES.tables,
    schema: 's',
    name,
  });
  const sources = Array.from({ length: OBJECTS }, (_, at) => named(at, nameOf(at)));
  const targets = Array.from({ length: OBJECTS }, (_, at) => named(OBJECTS + at, targetOf(at)));
  const definitionsOf = (left: readonly Name[]) =>
    left.map(({ id, name }): [number, TableDefinition] => [id, tableOf(id % OBJECTS, name)]);

  const floor = await time(() => {
    const known = new Map<string, number[]>();
    const keysOf = ({ id, name }: Name): string[] => [
      name.toLowerCase(),
      ...Array.from({ length: COLUMNS }, (_, place) => columnOf(id % OBJECTS, place)),
    ];
    for (const target of targets)
      for (const key of keysOf(target)) {
        const ids = known.get(key);
        if (ids) ids.push(target.id);
        else known.set(key, [target.id]);
      }
    let met = 0;
    for (const source of sources)
      for (const key of keysOf(source)) met += known.get(key)?.length ?? 0;
    if (met === 0) throw new Error('nothing met');
  });

  const before = memoryMb();
  let [spelledMs, alikeMs] = [0, 0];
  let [found, wrong] = [0, 0];
  const most = await peak(memoryMb, async () => {
    let spelled!: ReturnType<typeof matchSpelled>;
    spelledMs = await time(() => {
      spelled = matchSpelled(sources, targets, DEFAULT_MATCHING_RULES);
    });
    const left = [...definitionsOf(spelled.sources), ...definitionsOf(spelled.targets)];
    alikeMs = await time(() => {
      const shapes = new Map(left.map(([id, table]): [number, Shape] => [id, shapeOf(table)]));
      const { matches } = matchAlike(
        {
          ...spelled,
          all: { sources, targets },
          minimum: DEFAULT_MATCHING_RULES.similarity ?? 100,
        },
        shapes,
      );
      for (const { source, target } of matches) {
        if (target.id - OBJECTS === source.id) found += 1;
        else wrong += 1;
      }
    });
  });
  const renamed = OBJECTS / RENAMED;
  if (wrong > 0) throw new Error(`${wrong} pairs were proposed that are none`);
  if (found < renamed * MIN_FOUND) throw new Error(`${found} of ${renamed} renames were found`);
  const what = `Pairs of ${OBJECTS.toLocaleString('en')} objects on each side, a fifth renamed`;
  const ours = spelledMs + alikeMs;
  const growth = most - before;
  return {
    title: 'Pairs',
    ratios: [
      {
        what: `${what}: times looking all names and columns up`,
        value: ours / floor,
        limit: LIMITS.floor,
        unit: '×',
      },
      { what: `${what}: memory, growth`, value: growth, limit: LIMITS.growthMb, unit: 'MB' },
    ],
    tables: [
      {
        title: `${what}; milliseconds, and MB`,
        columns: ['by spelling', 'by looks', 'looked up', 'renames found', 'growth'],
        rows: [
          [
            round(spelledMs),
            round(alikeMs),
            round(floor),
            `${found} of ${renamed}, none wrong`,
            round(growth),
          ],
        ],
      },
    ],
    notes: [
      'Matching alone: objects and definitions are in memory. A quarter of the renames each has a prefix, a plural, camel case, or nothing of its name left; of these, columns that hundreds of tables have tell one in three, and the others are left to people.',
    ],
  };
}
