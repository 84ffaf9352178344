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
  type listCommonCauses,
  MAX_LOOKED,
  MAX_SETTLED,
} from '../../../../contract/proof/common.ts';
import { SETTLED } from '../../../../contract/proof/pairs.ts';
import type { Db } from '../../../platform/db/store.ts';
import { type ComparedColumns, maskExplanation } from '../../databases/service.ts';
import type { DefinitionService } from '../definitions/service.ts';
import { verdictOf } from '../pairs/service.ts';
import { describeCause } from '../rows/service.ts';
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
/** Causes that are counted, and causes that are shown. */
const MAX_COUNTED = 5_000;
const MAX_SHOWN = 100;
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
  const sharedCauses = new Map<string, SharedCause>();
  const add = (
    key: string,
    pairId: number,
    about: SharedCause['about'],
    { rows = 0, of = 0 } = {},
  ) => {
    const sharedCause = sharedCauses.get(key) ?? { about, pairIds: [], rows: 0, of: 0 };
    if (sharedCause.pairIds.length === 0 && sharedCauses.size >= MAX_COUNTED) return;
    sharedCauses.set(key, sharedCause);
    sharedCause.pairIds.push(pairId);
    sharedCause.rows += rows;
    sharedCause.of += of;
  };
  for (let start = 0; start < looked.length; start += CHUNK) {
    const chunk = looked.slice(start, start + CHUNK);
    const different = chunk.filter(({ data_result }) => data_result === 'different');
    for (const { pairId, explanation } of await readExplanations(db, different, mask))
      for (const cause of causesOfValues(explanation))
        add(`${cause.column} ${cause.id}`, pairId, { cause }, cause);
    const found = chunk.filter((pair) => pair.structure_findings > 0).map(({ id }) => id);
    for (const { pairId, findings } of await findingsOf(projectId, found))
      for (const [key, finding] of openFindingsByKind(findings)) add(key, pairId, { finding });
  }
  const names = new Map(looked.map(({ id, name }) => [id, name]));
  const causes = [...sharedCauses.values()]
    .filter(({ pairIds }) => pairIds.length >= least)
    .toSorted((one, other) => other.pairIds.length - one.pairIds.length)
    .slice(0, MAX_SHOWN)
    .map((sharedCause) => presentCause(sharedCause, names));
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
}

function presentCause(
  { about, pairIds, rows, of }: SharedCause,
  names: ReadonlyMap<number, string>,
): CommonCause {
  const shared = {
    pairs: pairIds.length,
    pair_ids: pairIds.slice(0, MAX_SETTLED),
    names: pairIds.slice(0, MAX_NAMES).map((id) => names.get(id) ?? ''),
  };
  if ('finding' in about) {
    const { code: finding, source, target, severity, detail } = about.finding;
    const said = { message: toEnglish(detail), ...detail };
    const part_name = pairIds.length === 1 ? about.finding.name : null;
    return {
      about: 'definition',
      ...shared,
      ...said,
      finding,
      source,
      target,
      part_name,
      severity,
    };
  }
  const { id: cause, column } = about.cause;
  const { kind, parameter } = readCauseId(cause);
  const share = { rows, all: of, read: of, total: of };
  const said = describeCause(kind, parameter, column ?? '', share);
  const spoken = { message: toEnglish(said), ...said };
  return { about: 'rows', ...shared, ...spoken, column: column ?? '', cause, rows };
}

const causesOfValues = (explanation: Explanation | null) =>
  explanation?.causes.filter(({ id, column }) => column !== null && isCauseOfValues(id)) ?? [];

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
    return said ? [{ pair_id: pairId, message: toEnglish(said), ...said }] : [];
  });
}

/** Findings that are alike count once, however many columns of a pair have them. */
const openFindingsByKind = (findings: readonly Found[]) =>
  new Map(
    findings
      .filter(({ severity, accepted }) => severity !== 'info' && !accepted)
      .map((finding) => {
        const { code, source, target, detail } = finding;
        return [JSON.stringify([code, source, target, detail]), finding] as const;
      }),
  );
