import { objectQuery } from '../../../contract/objects.ts';
import { pairQuery } from '../../../contract/proof/pairs.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import type { Db } from '../../platform/db/store.ts';
import type { EvidenceService } from '../proof/evidence/service.ts';
import type { PairService } from '../proof/pairs/service.ts';
import { readCutovers } from './cutovers.ts';
import { writeEvidencePage, writeHistoryPage, writeReport } from './pages.ts';
import {
  type Chunks,
  asLines,
  atOnce,
  readAttached,
  readComments,
  readHistory,
  readRuledPairs,
} from './records.ts';
import type { Sources } from './sources.ts';
import type { Part } from './write-container.ts';

const ALL = Number.MAX_SAFE_INTEGER;

/** Fields of the project that a dossier contains; accounts and addresses are left out. */
const SAID = [
  'Project_Id',
  'Project_Name',
  'Client_Name',
  'Migration_Type',
  'Project_Status',
  'also_tracked',
  'Source_Database_Name',
  'Target_Database_Name',
  'Source_Name',
  'Target_Name',
  'Planned_Start_Date',
  'Planned_End_Date',
  'Actual_Start_Date',
  'Actual_End_Date',
  'developer',
  'developer_names',
  'tester',
  'tester_names',
  'notes',
  'created_at',
] as const satisfies (keyof ProjectRow)[];

const describeProject = (project: ProjectRow) =>
  Object.fromEntries(SAID.map((field) => [field, project[field]]));

/** The files of a dossier, in order; each is read only when it is written. */
export async function* partsOf(
  sources: Sources,
  project: ProjectRow,
  about: { writtenBy: string; at: string; key: string },
): AsyncGenerator<Part> {
  const { db, objects, pairs, definitions, evidence, gate, signoffs, runbooks, cutovers } = sources;
  const id = project.Project_Id;
  const page = (path: string, content: Part['content']): Part => ({
    path,
    split: 'lines',
    content,
  });
  const data = (name: string, chunks: Chunks): Part => page(`data/${name}.jsonl`, asLines(chunks));

  yield page('index.html', writeReport(sources, project, about));
  yield page('evidence.html', writeEvidencePage(evidence.all(id), project));
  yield page('history.html', writeHistoryPage(readHistory(db, id), project));
  yield data(
    'project',
    atOnce(async () => [describeProject(project)]),
  );
  yield data(
    'pairs',
    later(async () => (await pairs.list(id, pairQuery.parse({}))).chunks),
  );
  for (const side of ['source', 'target'] as const)
    yield data(
      `objects-${side}`,
      later(
        async () => (await objects.list({ projectId: id, side }, objectQuery.parse({}))).chunks,
      ),
    );
  yield data('evidence', evidence.all(id));
  yield data('differences', readDifferences(evidence, id));
  yield data(
    'acceptances',
    atOnce(() => definitions.acceptances(id)),
  );
  yield data(
    'tolerances',
    atOnce(() => pairs.tolerances(id)),
  );
  yield data('rules', readRules(db, pairs, id));
  yield data(
    'gate',
    atOnce(async () => [await gate.read(id)]),
  );
  yield data(
    'decisions',
    atOnce(() => gate.decisions(id, ALL)),
  );
  yield data(
    'runbook',
    atOnce(async () => [await runbooks.read(id)]),
  );
  yield data('cutovers', readCutovers(cutovers, id));
  yield data('signoffs', signoffs.all(id));
  yield data('signed-pairs', signoffs.signed(id));
  yield data('comments', readComments(db, id));
  yield data('history', readHistory(db, id));
  for await (const files of readAttached(db, id))
    for (const file of files) yield attachmentOf(evidence, id, file);
}

async function* later(open: () => Promise<Chunks>): AsyncGenerator<readonly object[]> {
  yield* await open();
}

/** The differing rows that are kept. */
async function* readDifferences(
  evidence: EvidenceService,
  projectId: number,
): AsyncGenerator<readonly object[]> {
  for await (const found of evidence.all(projectId)) {
    for (const { id, differences } of found) {
      if (!differences) continue;
      const { chunks } = await evidence.differences(projectId, id, { filter: {} });
      for await (const rows of chunks)
        yield rows.map((row, index) => ({ evidence_id: id, seq: index + 1, ...row }));
    }
  }
}

/** Rules of pairs that have their own, and what these tolerate: by whom, when, why, and until when. */
async function* readRules(
  db: Db,
  pairs: PairService,
  projectId: number,
): AsyncGenerator<readonly object[]> {
  for await (const found of readRuledPairs(db, projectId))
    for (const { id } of found)
      yield [{ pair_id: id, ...(await pairs.comparisonRules(projectId, id)) }];
}

/** Stored under its number, because a file name may be anything; the name is recorded with the evidence. */
function attachmentOf(
  evidence: EvidenceService,
  projectId: number,
  { id, name }: { id: number; name: string },
): Part {
  const ending = /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase();
  const content = async function* () {
    yield Buffer.from((await evidence.attachment(projectId, id)).content, 'base64');
  };
  return {
    path: `attachments/${id}${ending ? `.${ending}` : ''}`,
    split: 'whole',
    content: content(),
  };
}
