import type { Evidence } from '../../../contract/proof/evidence.ts';
import {
  type PairObject,
  type PairRow,
  VERDICTS,
  pairQuery,
} from '../../../contract/proof/pairs.ts';
import { COLUMN, EXPRESSION } from '../../../contract/proof/tolerances.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { type Cell, escape, facts, foot, head, mapChunks, labelOf, table, time } from './html.ts';
import { writeCutovers } from './cutovers.ts';
import type { RecordedSignoff } from '../signoff/service.ts';
import type { Chunks } from './records.ts';
import type { Sources } from './sources.ts';

const nameObjects = (objects: readonly PairObject[]): string =>
  objects.map(({ schema_name, object_name }) => `${schema_name}.${object_name}`).join(', ');
const nameMany = (names: readonly (string | null)[]): string =>
  [...new Set(names.filter((name) => name !== null))].join(', ');

const showPair = (pair: PairRow): readonly Cell[] => {
  const members = [...pair.source, ...pair.target];
  return [
    pair.id,
    nameObjects(pair.source),
    nameObjects(pair.target),
    pair.object_type,
    labelOf(`verdict_${pair.verdict}`),
    pair.status,
    pair.structure_result &&
      `${labelOf(`structure_${pair.structure_result}`)}, ${time(pair.structure_at)}`,
    pair.data_result && `${labelOf(`data_${pair.data_result}`)}, ${time(pair.data_at)}`,
    pair.call_result && `${labelOf(`call_${pair.call_result}`)}, ${time(pair.call_at)}`,
    nameMany(members.map(({ developer_name }) => developer_name)),
    nameMany(members.map(({ tester_name }) => tester_name)),
    pair.reason,
  ];
};

/** The page to read first: the project, its state, decisions with their authors, and each pair. */
export async function* writeReport(
  sources: Sources,
  project: ProjectRow,
  about: { writtenBy: string; at: string; key: string },
): AsyncGenerator<string> {
  const id = project.Project_Id;
  yield head('Dossier', project.Project_Name);
  yield facts([
    ['Client', project.Client_Name],
    ['From', `${project.Source_Database_Name} ${project.Source_Name ?? ''}`],
    ['To', `${project.Target_Database_Name} ${project.Target_Name ?? ''}`],
    ['Developers', project.developer_names.join(', ')],
    ['Testers', project.tester_names.join(', ')],
    ['Written', `${time(about.at)} by ${about.writtenBy}`],
    ['Key of the seal', about.key],
  ]);
  yield `<p>To check that nothing in this file was changed, run <code>npm run cli -- dossier verify FILE --key ${escape(about.key)}</code>, and compare the key with the one that the installation shows. Further pages: <a href="evidence.html">evidence</a>, <a href="history.html">history</a>, <a href="seal/stamp.html">time stamp</a>. <code>data</code> holds the same for programs.</p>\n`;
  yield* writeStanding(sources, id);
  yield* writeSignoffs(sources, id);
  yield* writeCutovers(sources.cutovers, id);
  yield* writeAccepted(sources, id);
  const { chunks } = await sources.pairs.list(id, pairQuery.parse({}));
  yield* table(
    'Pairs',
    [
      'Number',
      'Source',
      'Target',
      'Type',
      'Verdict',
      'Status',
      'Definition',
      'Rows',
      'Calls',
      'Developer',
      'Tester',
      'Why',
    ],
    mapChunks(chunks, showPair),
  );
  yield foot;
}

export async function* writeEvidencePage(
  evidence: AsyncIterable<Evidence[]>,
  project: ProjectRow,
): AsyncGenerator<string> {
  yield head('Evidence', project.Project_Name);
  yield* table(
    'What ran, when, by whom, against what, with what result',
    [
      'Number',
      'Pair',
      'Kind',
      'When',
      'Who',
      'Result',
      'Servers',
      'Rows',
      'Differences',
      'Notes',
      'Definitions',
    ],
    mapChunks(evidence, (one) => [
      one.id,
      one.pair_id,
      one.kind,
      time(one.at),
      one.username,
      one.attachment?.name ?? one.result,
      [one.servers.source, one.servers.target].filter(Boolean).join(' → '),
      one.rows_source === null ? '' : `${one.rows_source} → ${one.rows_target}`,
      one.differences,
      one.notes.join(' '),
      [...one.hashes.source, ...one.hashes.target].map((hash) => hash.slice(0, 12)).join(' '),
    ]),
  );
  yield foot;
}

export async function* writeHistoryPage(
  history: Chunks,
  project: ProjectRow,
): AsyncGenerator<string> {
  yield head('History', project.Project_Name);
  yield* table(
    'Who changed what, oldest first',
    ['When', 'Who', 'What', 'Number', 'Action', 'Changes'],
    mapChunks(history as AsyncIterable<readonly Record<string, Cell>[]>, (line) => [
      time(line['at'] as string),
      line['username'],
      line['entity'],
      line['entity_id'],
      line['action'],
      JSON.stringify(line['changes']),
    ]),
  );
  yield foot;
}

async function* writeStanding({ pairs, gate }: Sources, id: number): AsyncGenerator<string> {
  const { by_type } = await pairs.summary(id);
  const stands = await gate.read(id);
  yield* table(
    'Verdicts',
    ['Verdict', 'Pairs'],
    [
      VERDICTS.map(
        (name) =>
          [
            labelOf(`verdict_${name}`),
            by_type.reduce((sum, { verdicts }) => sum + verdicts[name], 0),
          ] as const,
      ).filter(([, count]) => count > 0),
    ],
  );
  yield* table(
    `Gate: ${labelOf(`verdict_${stands.verdict}`)}, ${time(stands.as_of)}`,
    ['Condition', 'Met', 'Not met by'],
    [
      stands.conditions.map(({ condition, demanded, holds, count, unknown }) => [
        labelOf(`condition_${condition}`)
          .replace('{{hours}}', String(stands.settings.max_age_hours))
          .replace('{{days}}', String(stands.settings.rehearsal_days)),
        demanded ? (holds ? 'yes' : 'no') : 'not required',
        unknown > 0 ? `${count}, ${unknown} of them not known` : count,
      ]),
    ],
  );
  yield* table(
    'Decisions at the gate',
    ['When', 'Who', 'Decision', 'The gate said', 'Reason'],
    [
      (await gate.decisions(id)).map((one) => [
        time(one.at),
        one.decided_by,
        labelOf(`verdict_${one.decision}`),
        labelOf(`verdict_${one.verdict}`),
        one.reason,
      ]),
    ],
  );
}

const nameScope = ({ wave, pair_id: pair }: RecordedSignoff): string => {
  if (wave !== null) return `Wave ${wave}`;
  return pair === null ? 'The project' : `Pair ${pair}`;
};

async function* writeSignoffs({ signoffs }: Sources, id: number): AsyncGenerator<string> {
  yield* table(
    'Sign-offs',
    [
      'Scope',
      'Role',
      'Who',
      'When',
      'State',
      'Changed',
      'Pairs',
      'Open',
      'Unpaired objects',
      'Hash',
      'Remark',
    ],
    mapChunks(signoffs.all(id), (one) => [
      nameScope(one),
      labelOf(`role_${one.role}`),
      one.signed_by,
      time(one.signed_at),
      one.ended_at === null
        ? labelOf(`state_${one.state}`)
        : `${labelOf(`state_${one.state}`)}, ${time(one.ended_at)}`,
      one.state === 'reopened' ? one.changed_pairs : '',
      one.pairs,
      one.open_pairs,
      one.unpaired,
      one.hash,
      one.remark,
    ]),
  );
}

async function* writeAccepted({ pairs, definitions }: Sources, id: number): AsyncGenerator<string> {
  yield* table(
    'Acceptances',
    ['Pair', 'What', 'Reason', 'Who', 'When', 'Until', 'Ended'],
    [
      (await definitions.acceptances(id)).map((one) => [
        one.pair_id ?? 'all',
        [one.code, one.names?.join(', ') ?? one.name, one.source, one.target]
          .filter(Boolean)
          .join(' · '),
        one.reason,
        one.created_by,
        time(one.created_at),
        one.until,
        one.ended ? 'yes' : '',
      ]),
    ],
  );
  yield* table(
    'Differences that count as equal in the project, and expressions in place of columns',
    ['What', 'Types', 'Reason', 'Who', 'When', 'Until', 'Ended', 'Pairs'],
    [
      (await pairs.tolerances(id)).map((one) => [
        one.cause === EXPRESSION
          ? `${one.source_expression ?? COLUMN} → ${one.target_expression ?? COLUMN}`
          : one.cause,
        [one.source_type, one.target_type].filter(Boolean).join(' → '),
        one.reason,
        one.by,
        time(one.at),
        one.until,
        time(one.ended_at),
        one.pairs,
      ]),
    ],
  );
}
