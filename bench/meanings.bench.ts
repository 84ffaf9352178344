import { init, parse } from '@guanmingchiu/sqlparser-ts';
import { ENGINES } from '../connectors/engines.ts';
import { compareMeanings } from '../server/features/proof/definitions/compare/texts/meanings.ts';
import {
  type KnownColumn,
  type KnownTable,
  type Texts,
  createMeanings,
} from '../server/features/sql/service.ts';
import { peak, time } from './support/probe.ts';
import { type Report, round } from './support/report.ts';

/** Deriving the meaning of 40,000 texts, half of them on each side, compared with only parsing them. */

const PAIRS = 20_000;
/** One in this many texts is the query of a view. */
const VIEWS = 4;
const LIMITS = { floor: 8, growthMb: 150 };
const memoryMb = () => process.memoryUsage().rss / 2 ** 20;

const integer = { kind: 'integer', bits: 32, unsigned: false } as const;
const text = { kind: 'text', length: 40, fixed: false, bytes: false } as const;
const columns: KnownColumn[] = ['id', 'customer_id', 'amount', 'state', 'label'].map((name) => ({
  name,
  as: name,
  canonical: name === 'state' || name === 'label' ? text : integer,
  nullable: name !== 'id',
}));
const tables: KnownTable[] = ['orders', 'customers', 'payments'].map((name) => ({
  name,
  as: name,
  columns,
}));

/** Equivalent texts as MySQL and PostgreSQL store them; every pair is different. */
function pairOf(at: number): [string, string] {
  if (at % VIEWS === 0)
    return [
      `select \`o\`.\`id\` AS \`id\`,\`c\`.\`label\` AS \`label\`,sum(\`o\`.\`amount\`) AS \`total\` from (\`orders\` \`o\` join \`customers\` \`c\` on(\`c\`.\`id\` = \`o\`.\`customer_id\`)) where \`o\`.\`amount\` > ${at} and \`o\`.\`id\` in (select \`p\`.\`id\` from \`payments\` \`p\` where \`p\`.\`state\` = 'paid') group by \`o\`.\`id\`,\`c\`.\`label\``,
      `SELECT o.id, c.label, sum(o.amount) AS total FROM (orders o JOIN customers c ON ((c.id = o.customer_id))) WHERE ((o.amount > ${at}) AND (EXISTS (SELECT 1 FROM payments p WHERE ((p.id = o.id) AND ((p.state)::text = 'paid'::text))))) GROUP BY o.id, c.label`,
    ];
  return [
    `\`amount\` > ${at} and \`state\` in ('open','paid') and coalesce(\`label\`,'') <> 'x${at}'`,
    `((amount > ${at}) AND ((state)::text = ANY ((ARRAY['paid'::character varying, 'open'::character varying])::text[])) AND ((COALESCE(label, ''::character varying))::text <> 'x${at}'::text))`,
  ];
}

export async function measure(): Promise<Report> {
  await init();
  const pairs = Array.from({ length: PAIRS }, (_, at) => pairOf(at));
  const dialects = ['mysql', 'postgresql'] as const;
  const floor = await time(() => {
    for (const [at, pair] of pairs.entries())
      for (const [side, one] of pair.entries())
        parse(at % VIEWS === 0 ? one : `SELECT ${one}`, dialects[side]!);
  });
  const meanings = createMeanings();
  const textsOf = (at: number, side: 0 | 1): Texts => {
    const engine = ENGINES[dialects[side]].id;
    const own = pairs[at]![side];
    return at % VIEWS === 0
      ? { engine, tables, query: own }
      : { engine, columns, expressions: [{ text: own, as: 'condition' }] };
  };
  const readingOf = (asked: Texts) =>
    'query' in asked
      ? meanings.ofView(asked)
      : meanings.ofExpression(asked.engine, asked.columns, asked.expressions[0]!);
  const before = memoryMb();
  let ours = 0;
  let same = 0;
  const most = await peak(memoryMb, async () => {
    ours = await time(async () => {
      for (const at of pairs.keys()) {
        const [source, target] = [textsOf(at, 0), textsOf(at, 1)];
        await meanings.prepare([source, target]);
        if (compareMeanings(readingOf(source), readingOf(target)) === 'same') same += 1;
      }
    });
  });
  if (same !== PAIRS) throw new Error(`${same} of ${PAIRS} pairs were found to mean the same`);
  const growth = most - before;
  const what = `${(2 * PAIRS).toLocaleString('en')} definitions, compared by what they mean`;
  return {
    title: 'What texts in SQL mean',
    ratios: [
      { what: `${what}: times parsing them`, value: ours / floor, limit: LIMITS.floor, unit: '×' },
      { what: `${what}: memory, growth`, value: growth, limit: LIMITS.growthMb, unit: 'MB' },
    ],
    tables: [
      {
        title: `${what}; milliseconds, and MB`,
        columns: ['read and compared', 'parsed', 'growth'],
        rows: [[round(ours), round(floor), round(growth)]],
      },
    ],
    notes: [
      'A quarter are queries of views, the others conditions; each is read in a thread of its own, one after the other, and all pairs mean the same.',
    ],
  };
}
