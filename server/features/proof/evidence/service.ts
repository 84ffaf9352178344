import { withEnglish } from '../../../../contract/messages/english.ts';
import { message } from '../../../../contract/messages/message.ts';
import type { ResponseOf } from '../../../../contract/endpoint.ts';
import type { listCommonCauses } from '../../../../contract/proof/common.ts';
import type { Evidence, EvidenceDifference } from '../../../../contract/proof/evidence.ts';
import { OF_ROWS } from '../../../../contract/proof/causes.ts';
import { type Difference, MAX_KEPT_ROWS } from '../../../../contract/proof/rows.ts';
import type { Store } from '../../../platform/db/store.ts';
import type { Actor, RowStream } from '../../../platform/http/route.ts';
import { shareReads } from '../../../platform/share-reads.ts';
import { invalid, notFound } from '../../../platform/problem.ts';
import {
  type ComparedColumns,
  type DatabaseService,
  maskDifferences,
  maskExplanation,
  maskNotes,
} from '../../databases/service.ts';
import { recordHistory } from '../../history/service.ts';
import type { PairService } from '../pairs/service.ts';
import { type DefinitionService, readRow } from '../definitions/service.ts';
import type { UserService } from '../../users/service.ts';
import { type EvidenceDetail, addEvidence } from './add-evidence.ts';
import { readCommonCauses } from './common-causes.ts';
import { type KeptComparison, maskKept, presentComparison } from './mask-call.ts';

export { type EvidenceDetail, type NewEvidence, addEvidence } from './add-evidence.ts';
export { type KeptComparison, maskComparison, maskKept, presentComparison } from './mask-call.ts';

export interface DifferenceQuery {
  filter: Partial<Record<'seq' | 'kind', string>>;
  limit?: number | undefined;
  offset?: number | undefined;
}

const causesOfMark = (mark: string): EvidenceDifference['causes'] => {
  const { labels } = readRow(mark);
  return OF_ROWS.filter((kind) => labels.includes(kind));
};

const SHOWN = 200;
/** Evidence per chunk: the answers of a call may have a million characters. */
const CHUNK = 20;
const NOTHING: EvidenceDetail = {
  servers: { source: null, target: null },
  hashes: { source: [], target: [] },
  rows_source: null,
  rows_target: null,
  differences: null,
  milliseconds: null,
  notes: [],
  detail: null,
};

/** The name of a file without folders, and without characters that hide how it ends, as in `fdp.exe` read backwards. */
function plainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const plain = last.replaceAll(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, '').trim();
  return /^\.*$/.test(plain) ? 'file' : plain;
}

export type EvidenceService = ReturnType<typeof createEvidenceService>;

/** What ran, when, by whom, with what result; and files that people add. Evidence is never changed. */
export function createEvidenceService(
  store: Store,
  users: UserService,
  pairs: PairService,
  databases: DatabaseService,
  definitions: DefinitionService,
  attachmentMegabytes: number,
) {
  const { db } = store;
  const share = shareReads<ResponseOf<typeof listCommonCauses>>();

  const read = async (projectId: number, ids: readonly number[]): Promise<Evidence[]> => {
    const select = db
      .selectFrom('evidence')
      .leftJoin('attachment', 'attachment.evidence_id', 'evidence.id')
      .select([
        'evidence.id',
        'evidence.pair_id',
        'evidence.kind',
        'evidence.at',
        'evidence.user_id',
        'evidence.run_id',
        'evidence.result',
        'evidence.detail',
        'attachment.name',
        'attachment.type',
        'attachment.bytes',
      ])
      .where('evidence.project_id', '=', projectId)
      .where('evidence.id', 'in', ids)
      .orderBy('evidence.id', 'desc');
    const [rows, names, { mask }] = await Promise.all([
      select.execute(),
      users.names(),
      databases.settings(projectId),
    ]);
    return rows.map(({ user_id, name, type, bytes, detail, ...row }): Evidence => {
      const attachment = name === null ? null : { name, type: type ?? '', bytes: bytes ?? 0 };
      return {
        at_least: false,
        coverage: null,
        explanation: null,
        ...row,
        ...presentDetail(row.kind, JSON.parse(detail) as EvidenceDetail, mask),
        username: user_id === null ? null : (names.get(user_id) ?? null),
        attachment,
      };
    });
  };
  const find = async (projectId: number, id: number): Promise<Evidence> => {
    const [evidence] = await read(projectId, [id]);
    if (!evidence) throw notFound('what.thisEvidence');
    return evidence;
  };

  return {
    find,
    async list(projectId: number, pairId: number): Promise<RowStream<Evidence>> {
      await pairs.find(projectId, pairId);
      const rows = await db
        .selectFrom('evidence')
        .select('id')
        .where('pair_id', '=', pairId)
        .where('project_id', '=', projectId)
        .orderBy('id', 'desc')
        .limit(SHOWN)
        .execute();
      const ids = rows.map(({ id }) => id);
      const chunks = async function* () {
        for (let start = 0; start < ids.length; start += CHUNK)
          yield await read(projectId, ids.slice(start, start + CHUNK));
      };
      return { total: ids.length, chunks: chunks() };
    },

    /** All evidence of a project in the order in which it was saved, in chunks. */
    async *all(projectId: number): AsyncGenerator<Evidence[]> {
      for (let after = 0; ;) {
        const rows = await store.longReads
          .selectFrom('evidence')
          .select('id')
          .where('project_id', '=', projectId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(CHUNK)
          .execute();
        if (rows.length === 0) return;
        const ids = rows.map(({ id }) => id);
        yield (await read(projectId, ids)).reverse();
        after = ids.at(-1)!;
      }
    },

    async differences(
      projectId: number,
      id: number,
      { filter, limit, offset }: DifferenceQuery,
    ): Promise<RowStream<EvidenceDifference>> {
      const { kind: of, detail, pair_id } = await find(projectId, id);
      // The differences of a call are in its answers.
      const compared = of === 'data' ? (detail as ComparedColumns | null) : null;
      const { mask } = await databases.settings(projectId);
      let matching = db.selectFrom('difference').where('evidence_id', '=', id);
      if (filter.kind) matching = matching.where('kind', '=', filter.kind as Difference['kind']);
      const { count } = await matching
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      const accepted = await definitions.acceptedRows({ id: pair_id, project_id: projectId });
      const chunks = async function* () {
        const rows = await matching
          .select(['kind', 'key', 'columns', 'mark'])
          .orderBy('seq')
          .limit(limit ?? MAX_KEPT_ROWS)
          .offset(offset ?? 0)
          .execute();
        const differences = rows.map(({ kind, key, columns }): Difference => ({
          kind,
          key: key === null ? null : (JSON.parse(key) as Difference['key']),
          columns: JSON.parse(columns) as Difference['columns'],
        }));
        const shown = maskDifferences(differences, compared, mask);
        yield shown.map((difference, index) => {
          const mark = rows[index]?.mark;
          return {
            ...difference,
            accepted: mark ? accepted.find(mark) : null,
            causes: causesOfMark(mark ?? ''),
          };
        });
      };
      return { total: count, chunks: chunks() };
    },

    async attach(
      actor: Actor,
      projectId: number,
      pairId: number,
      sent: { name: string; type: string; content: string },
    ): Promise<Evidence> {
      await pairs.find(projectId, pairId);
      const file = { ...sent, name: plainName(sent.name) };
      const bytes = Buffer.byteLength(file.content, 'base64');
      if (bytes > attachmentMegabytes * 1_000_000) {
        throw invalid([
          {
            field: 'content',
            message: message('field.tooHigh', { most: `${attachmentMegabytes} MB` }),
          },
        ]);
      }
      const id = await store.transaction(async (tx) => {
        const evidenceId = await addEvidence(store.kind, tx, {
          projectId,
          pairId,
          kind: 'attachment',
          userId: actor.userId,
          runId: null,
          result: null,
          detail: NOTHING,
        });
        await tx
          .insertInto('attachment')
          .values({ evidence_id: evidenceId, bytes, ...file })
          .execute();
        await recordHistory(tx, {
          userId: actor.userId,
          entity: 'pair',
          entityId: pairId,
          projectId,
          action: 'attached',
          changes: { attachment: [null, file.name] },
        });
        return evidenceId;
      });
      return find(projectId, id);
    },

    commonCauses: (projectId: number, least: number) =>
      share(`${projectId} ${least}`, async () => {
        const { mask } = await databases.settings(projectId);
        const { findingsOf } = definitions;
        const blocking = least > 1 ? [] : await pairs.blocking(projectId);
        return readCommonCauses(db, projectId, { mask, findingsOf, least, blocking });
      }),

    async attachment(projectId: number, id: number) {
      const file = await db
        .selectFrom('attachment')
        .innerJoin('evidence', 'evidence.id', 'attachment.evidence_id')
        .select(['attachment.name', 'attachment.type', 'attachment.content'])
        .where('evidence.id', '=', id)
        .where('evidence.project_id', '=', projectId)
        .executeTakeFirst();
      if (!file) throw notFound('what.thisFile');
      return file;
    },
  };
}

function presentDetail(kind: Evidence['kind'], kept: EvidenceDetail, mask: readonly string[]) {
  if (kind === 'data') {
    const compared = kept.detail as ComparedColumns | null;
    return {
      ...kept,
      explanation: maskExplanation(kept.explanation ?? null, compared, mask),
      ...withEnglish('notes', maskNotes(kept.notes, compared, mask)),
    };
  }
  const shown = { ...kept, ...withEnglish('notes', kept.notes) };
  if (kind !== 'call') return shown;
  const detail = kept.detail as { comparisons: KeptComparison[] };
  const comparisons = detail.comparisons.map((comparison) =>
    presentComparison(maskKept(comparison, mask)),
  );
  return { ...shown, detail: { ...detail, comparisons } };
}
