import { toEnglish } from '../../../../contract/messages/english.ts';
import type { ResponseOf } from '../../../../contract/endpoint.ts';
import {
  type Cause,
  type Explanation,
  isCauseOfValues,
  readCauseId,
} from '../../../../contract/proof/causes.ts';
import {
  type CommonCause,
  commonKindOf,
  lackingParts,
  type listCommonCauses,
  MAX_CAUSES,
  MAX_LOOKED,
  MAX_PARTS,
  MAX_SETTLED,
  type PairColumn,
} from '../../../../contract/proof/common.ts';
import { type Message, message } from '../../../../contract/messages/message.ts';
import { SETTLED } from '../../../../contract/proof/pairs.ts';
import type { Db } from '../../../platform/db/store.ts';
import { type ComparedColumns, maskExplanation } from '../../databases/service.ts';
import { type DefinitionService, kindKeyOf } from '../definitions/service.ts';
import { verdictOf } from '../pairs/service.ts';
import { type Share, describeCause } from '../rows/service.ts';
import type { EvidenceDetail } from './add-evidence.ts';
import { describeDifferences } from './describe-differences.ts';

type Found = Awaited<ReturnType<DefinitionService['findingsOf']>>[number]['findings'][number];

interface Needs {
  mask: readonly string[];
  findingsOf: DefinitionService['findingsOf'];
  /** The least number of pairs that must share a cause. */
  least: number;
  /** Pairs for which it is said in what their rows differ. */
  blocking: readonly number[];
}

const CHUNK = 100;
/** Causes that are counted. */
const MAX_COUNTED = 5_000;
const MAX_NAMES = 3;

/** Causes that keep several pairs of a project from being settled. */
export async function readCommonCauses(
  db: Db,
  projectId: number,
  { mask, findingsOf, least, blocking }: Needs,
): Promise<ResponseOf<typeof listCommonCauses>> {
  const open = await db
    .selectFrom('pair')
    .select(['id', 'name', 'data_result', 'structure_findings'])
    .where('project_id', '=', projectId)
    .where('first_object_id', 'is not', null)
    .where(verdictOf(projectId), 'not in', SETTLED)
    .where((where) =>
      where.or([where('data_result', '=', 'different'), where('structure_findings', '>', 0)]),
    )
    .orderBy('id')
    .limit(MAX_LOOKED + 1)
    .execute();
  const looked = open.slice(0, MAX_LOOKED);
  const renamed: PairColumn[] = [];
  const sharedCauses = new Map<string, SharedCause>();
  const add = (
    key: string,
    pairId: number,
    about: SharedCause['about'],
    { rows = 0, of = 0 } = {},
  ) => {
    const none = { about, pairIds: [], rows: 0, of: 0, kind: key, findings: 0, places: new Map() };
    const sharedCause: SharedCause = sharedCauses.get(key) ?? none;
    if (sharedCause.pairIds.length === 0 && sharedCauses.size >= MAX_COUNTED) return;
    sharedCauses.set(key, sharedCause);
    // All that one pair has follows each other.
    if (sharedCause.pairIds.at(-1) !== pairId) sharedCause.pairIds.push(pairId);
    sharedCause.rows += rows;
    sharedCause.of += of;
    if ('finding' in about) addPart(sharedCause, pairId, about.finding);
  };
  for (let start = 0; start < looked.length; start += CHUNK) {
    const chunk = looked.slice(start, start + CHUNK);
    const different = chunk.filter(({ data_result }) => data_result === 'different');
    for (const { pairId, explanation } of await readExplanations(db, different, mask))
      for (const cause of causesIn(explanation))
        add(`${cause.column} ${idIn(cause)}`, pairId, { cause }, cause);
    const found = chunk.filter((pair) => pair.structure_findings > 0).map(({ id }) => id);
    for (const { pairId, findings } of await findingsOf(projectId, found)) {
      const open = findings.filter(({ severity, accepted }) => severity !== 'info' && !accepted);
      const columns = open.flatMap((one) => (isKnown(one) ? [one] : []));
      for (const { name: source, likely: target } of columns)
        renamed.push({ pair_id: pairId, source, target });
      const others = open.filter((one) => !isKnown(one));
      for (const finding of others) add(kindKeyOf(finding), pairId, { finding });
    }
  }
  const names = new Map(looked.map(({ id, name }) => [id, name]));
  const columns = presentColumns(renamed, names);
  const causes = [
    ...(columns ? [columns] : []),
    ...[...sharedCauses.values()].map((sharedCause) => presentCause(sharedCause, names)),
  ]
    .filter(({ pairs }) => pairs >= least)
    .toSorted((one, other) => other.pairs - one.pairs)
    .slice(0, MAX_CAUSES);
  const rows = await readReasons(db, blocking, mask);
  return { causes, rows, looked: looked.length, cut: open.length > looked.length };
}

/** A cause or finding that several pairs may share. */
interface SharedCause {
  about: { cause: Cause } | { finding: Found };
  pairIds: number[];
  /** Rows that differ by the cause, and (`of`) all in which its column differs. */
  rows: number;
  of: number;
  /** Of findings: their kind, their number, and the names of the first parts that have them, by pair. */
  kind: string;
  findings: number;
  places: Map<number, string[]>;
}

function addPart(shared: SharedCause, pairId: number, found: Found): void {
  shared.findings += 1;
  const { source, target } = commonKindOf(found);
  const { about, places } = shared;
  // Where the sizes of types differ, they stand without.
  if (
    'finding' in about &&
    (about.finding.source !== found.source || about.finding.target !== found.target)
  )
    shared.about = { finding: { ...about.finding, source, target } };
  // SQLite's keys and checks have no names: their texts say which they are.
  const name = found.name === '' ? (found.source ?? found.target) : found.name;
  if (name !== null && shared.findings <= MAX_PARTS)
    places.set(pairId, [...(places.get(pairId) ?? []), name]);
}

function presentCause(
  { about, pairIds, rows, of, kind, findings, places }: SharedCause,
  names: ReadonlyMap<number, string>,
): CommonCause {
  const shared = presentPairs(pairIds, names);
  if ('finding' in about) {
    const { code: finding, part, source, target, severity } = about.finding;
    return {
      about: 'definition',
      ...shared,
      ...spoken(describeFinding(about.finding)),
      finding,
      source,
      target,
      kind,
      part,
      severity,
      findings,
      places: [...places].map(([pair_id, parts]) => ({
        pair_id,
        name: names.get(pair_id) ?? '',
        parts,
      })),
    };
  }
  const { column } = about.cause;
  const share = { rows, all: of, read: of, total: of };
  const said = spoken(describeShared(about.cause, share, pairIds.length));
  return { about: 'rows', ...shared, ...said, column, cause: idIn(about.cause), rows };
}

function describeShared({ id, column }: Cause, share: Share, pairs: number): Message {
  const { kind, parameter } = readCauseId(id);
  return kind === 'last_rows' && pairs > 1
    ? message('cause.lastRowsInAll', { count: share.rows })
    : describeCause(kind, parameter, column ?? '', share);
}

/** Parts of several kinds of text, such as foreign keys to various tables, are told by what they are. */
function describeFinding({ code, source, target, severity, detail }: Found): Message {
  const parts = lackingParts(code, severity);
  if (!parts || source !== null || target !== null) return detail;
  return message(code.endsWith('.missing') ? 'definition.partsLost' : 'definition.partsAdded', {
    parts: message(parts),
  });
}

const spoken = (said: Message) => ({ message: toEnglish(said), ...said });

const presentPairs = (ids: readonly number[], names: ReadonlyMap<number, string>) => ({
  pairs: ids.length,
  pair_ids: ids.slice(0, MAX_SETTLED),
  names: ids.slice(0, MAX_NAMES).map((id) => names.get(id) ?? ''),
});

type ColumnsCause = Extract<CommonCause, { about: 'columns' }>;

/** Whether names leave little doubt what a column became, or values show it. */
const isKnown = (finding: Found): finding is Found & { name: string; likely: string } =>
  finding.code === 'column.missing' &&
  (finding.severity === 'warning' || finding.detail.code === 'definition.alikeValues') &&
  finding.name !== null &&
  finding.likely !== undefined;

/** All other names of columns are one question, whatever their names are. */
function presentColumns(
  columns: PairColumn[],
  names: ReadonlyMap<number, string>,
): ColumnsCause | null {
  const { length: count } = columns;
  if (count === 0) return null;
  const pairIds = [...new Set(columns.map(({ pair_id }) => pair_id))];
  const texts = [...new Set(columns.map(({ source, target }) => `${source} → ${target}`))];
  const more = texts.length > MAX_NAMES ? ', …' : '';
  const examples = texts.slice(0, MAX_NAMES).join(', ') + more;
  return {
    about: 'columns',
    ...presentPairs(pairIds, names),
    ...spoken(message('definition.assumedColumns', { count, examples })),
    count,
    columns: columns.slice(0, MAX_SETTLED),
  };
}

/** The causes of a pair that others may have, too: no rule settles those of values where rows were only matched. */
const causesIn = (explanation: Explanation | null) =>
  explanation?.causes.filter(
    ({ id }) => explanation.matched === undefined || !isCauseOfValues(id),
  ) ?? [];

/** From which key on the last rows are missing is no part of what several pairs have in common. */
const idIn = ({ id, kind }: Cause): string => (kind === 'last_rows' ? kind : id);

/** The newest evidence of each pair with rows that differ, as far as masked columns allow. */
async function readExplanations(
  db: Db,
  pairs: readonly { id: number }[],
  mask: readonly string[],
): Promise<{ id: number; pairId: number; explanation: Explanation | null; differences: number }[]> {
  if (pairs.length === 0) return [];
  const newest = db
    .selectFrom('evidence')
    .select(({ fn }) => fn.max('id').as('id'))
    .where(
      'pair_id',
      'in',
      pairs.map(({ id }) => id),
    )
    .where('kind', '=', 'data')
    .where('result', '=', 'different')
    .groupBy('pair_id');
  const kept = await db
    .selectFrom('evidence')
    .select(['id', 'pair_id', 'detail'])
    .where('id', 'in', newest)
    .orderBy('pair_id')
    .execute();
  return kept.map(({ id, pair_id, detail }) => {
    const { explanation, differences, detail: compared } = JSON.parse(detail) as EvidenceDetail;
    return {
      id,
      pairId: pair_id,
      explanation: maskExplanation(explanation ?? null, compared as ComparedColumns | null, mask),
      differences: differences ?? 0,
    };
  });
}

async function readReasons(
  db: Db,
  ids: readonly number[],
  mask: readonly string[],
): Promise<ResponseOf<typeof listCommonCauses>['rows']> {
  if (ids.length === 0) return [];
  const different = await db
    .selectFrom('pair')
    .select('id')
    .where('id', 'in', ids)
    .where('data_result', '=', 'different')
    .execute();
  const evidence = await readExplanations(db, different, mask);
  if (evidence.length === 0) return [];
  const counts = await db
    .selectFrom('difference')
    .select(({ fn }) => ['evidence_id', 'kind', fn.countAll<number>().as('count')])
    .where(
      'evidence_id',
      'in',
      evidence.map(({ id }) => id),
    )
    .groupBy(['evidence_id', 'kind'])
    .execute();
  return evidence.flatMap(({ id, pairId, explanation, differences }) => {
    const kinds = Object.fromEntries(
      counts
        .filter(({ evidence_id }) => evidence_id === id)
        .map(({ kind, count }) => [kind, Number(count)]),
    );
    const kept = Object.values(kinds).reduce((sum, count) => sum + count, 0);
    const said = describeDifferences({ explanation, kinds, cut: kept < differences });
    return said ? [{ pair_id: pairId, ...spoken(said) }] : [];
  });
}
