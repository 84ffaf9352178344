import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { callComparison, pairCall } from '../../../../contract/proof/calls.ts';
import { getAttachment, type Evidence } from '../../../../contract/proof/evidence.ts';
import { SIDES } from '../../../../contract/fields.ts';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { call } from '../../../lib/api.ts';
import { download } from '../../../lib/export/download.ts';
import { formatNumber, formatTime } from '../../../lib/format.ts';
import { translateAll } from '../../../lib/i18n/messages.ts';
import { takesFiles } from '../../../lib/drop.ts';
import { notifyError } from '../../../lib/notify.ts';
import { Loaded } from '../../../ui/load-failed.tsx';
import { CallAnswers } from '../calls/call-answers.tsx';
import { Sql } from '../../../ui/sql.tsx';
import classes from '../pair/pair.module.css';
import { AttachButton, useAttach } from './attach.tsx';
import { describeServer } from './describe-server.ts';
import { evidenceQuery } from '../pair/queries.ts';
import { ResultBadge, type Result } from '../pair/result-line.tsx';
import { Sentences } from '../pair/sentences.tsx';
import { useTexts } from '../../../lib/i18n/index.ts';

/** The evidence of a pair: what ran, when, by whom, on which servers, with what result, and the attached files. */
export function EvidenceTab({ pair }: { pair: PairRow }) {
  const t = useTexts('pair');
  const query = useQuery(evidenceQuery(pair.Project_Id, pair.id));
  const files = useAttach(pair.Project_Id, pair.id);
  return (
    <Stack gap="md" {...takesFiles(files.attach)} tabIndex={-1}>
      <Group justify="space-between">
        <Text>{t('evidenceHelp')}</Text>
        <AttachButton {...files} />
      </Group>
      <Loaded query={query}>
        {(entries) =>
          entries.length === 0 ? (
            <Text>{t('noEvidence')}</Text>
          ) : (
            <ol className={classes.timeline} aria-label={t('tab_evidence')}>
              {entries.map((entry) => (
                <Entry key={entry.id} projectId={pair.Project_Id} entry={entry} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </Stack>
  );
}

function Entry({ projectId, entry }: { projectId: number; entry: Evidence }) {
  const t = useTexts('pair');
  const { servers, hashes } = entry;
  return (
    <li>
      <Group gap="xs">
        <Text fw={600}>{t(`evidence_${entry.kind}`)}</Text>
        {entry.kind !== 'attachment' && <ResultBadge result={entry.result as Result | null} />}
        <Text size="sm" c="dimmed">
          <time dateTime={entry.at}>{formatTime(entry.at)}</time> · {entry.username ?? t('theTool')}
          {entry.run_id !== null && ` · ${t('runNumber', { run: entry.run_id })}`}
          {entry.milliseconds !== null && ` · ${t('milliseconds', { count: entry.milliseconds })}`}
        </Text>
      </Group>
      {entry.attachment && (
        <File projectId={projectId} evidenceId={entry.id} file={entry.attachment} />
      )}
      {(servers.source || servers.target) && (
        <Text size="sm" className={classes.name ?? ''}>
          {SIDES.map((side) => `${t(side)}: ${describeServer(t, servers[side]) ?? '—'}`).join(
            ' · ',
          )}
        </Text>
      )}
      <Counts of={entry} />
      <Sentences title={t('notes')} sentences={translateAll(entry.notes, entry.notes_said)} />
      {entry.kind === 'call' && <KeptCall detail={entry.detail} />}
      {hashes.source.length + hashes.target.length > 0 && (
        <Text size="xs" c="dimmed" className={classes.name ?? ''}>
          {t('hashes', {
            source: hashes.source.map(short).join(', ') || '—',
            target: hashes.target.map(short).join(', ') || '—',
          })}
        </Text>
      )}
    </li>
  );
}

/** Number of rows on both sides, and of differing rows. */
function Counts({ of }: { of: Evidence }) {
  const t = useTexts('pair');
  const { rows_source: source, rows_target: target, differences, at_least } = of;
  return (
    <>
      {source !== null && target !== null && (
        <Text size="sm">
          {t('rowsOfBoth', { source: formatNumber(source), target: formatNumber(target) })}
        </Text>
      )}
      {differences !== null && differences > 0 && (
        <Text size="sm">
          {t(at_least ? 'differencesAtLeast' : 'differenceCount', {
            count: differences,
          })}
        </Text>
      )}
    </>
  );
}

/** A stored call with its answers, collapsed initially. */
function KeptCall({ detail }: { detail: unknown }) {
  const t = useTexts('pair');
  const [open, setOpen] = useState(false);
  const kept = keptCall.safeParse(detail).data;
  if (!kept) return null;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>
        <Text size="sm" component="span">
          {t('textsAndAnswers')}
        </Text>
      </summary>
      {open && (
        <Stack gap="sm" mt="xs">
          {(['source', 'target'] as const).map((side) => (
            <div key={side}>
              <Text size="sm">{t(side)}</Text>
              <pre className={classes.code}>
                <Sql text={kept.call[`${side}_text`]} />
              </pre>
            </div>
          ))}
          <CallAnswers comparisons={kept.comparisons} sets={kept.call.parameter_sets} />
        </Stack>
      )}
    </details>
  );
}

const keptCall = z.object({
  call: pairCall.pick({ source_text: true, target_text: true, parameter_sets: true }),
  comparisons: z.array(callComparison),
});

/** Shortens a SHA-256; enough characters remain to distinguish definitions by eye. */
const short = (hash: string) => hash.slice(0, 12);

interface FileProps {
  projectId: number;
  evidenceId: number;
  file: NonNullable<Evidence['attachment']>;
}

function File({ projectId, evidenceId, file }: FileProps) {
  const t = useTexts('pair');
  const fetchFile = useMutation({
    mutationFn: () => call(getAttachment, { params: { id: projectId, evidence: evidenceId } }),
    // Attachments are downloaded, never opened as a page of this site.
    onSuccess: ({ name, content }) =>
      download(new Blob([fromBase64(content)], { type: 'application/octet-stream' }), name),
    onError: notifyError,
  });
  return (
    <Group gap="xs">
      <Text size="sm">
        <bdi>{file.name}</bdi> · {t('bytes', { count: file.bytes })}
      </Text>
      <Button
        variant="default"
        size="compact-sm"
        loading={fetchFile.isPending}
        aria-label={t('downloadFile', { name: file.name })}
        onClick={() => fetchFile.mutate()}
      >
        {t('download')}
      </Button>
    </Group>
  );
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
