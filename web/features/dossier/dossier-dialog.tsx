import { Alert, Button, Code, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  type Dossier,
  type StampRecord,
  getDossier,
  writeDossier,
  stampRecord,
} from '../../../contract/dossier.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { call, errorText, send } from '../../lib/api.ts';
import { download, fileName } from '../../lib/export/download.ts';
import { formatNumber, formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { translateMessage } from '../../lib/i18n/messages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Loaded } from '../../ui/load-failed.tsx';

interface Props {
  project: ProjectRow;
  onClose: () => void;
}

type State =
  | { step: 'before' }
  | { step: 'writing'; bytes: number }
  | { step: 'written'; bytes: number; stamp: StampRecord | null }
  | { step: 'failed'; why: string };

const megabytes = (bytes: number): string => formatNumber(Math.round(bytes / 10_000) / 100);

/** Shows the contents and the sealing key of a dossier, and creates one. */
export function DossierDialog({ project, onClose }: Props) {
  const t = useTexts('dossier');
  const id = project.Project_Id;
  const found = useQuery({
    queryKey: queryKeys.dossier(id),
    queryFn: ({ signal }) => call(getDossier, { params: { id }, signal }),
  });
  const { state, write, cancel } = useWriting(project);
  return (
    <Modal opened onClose={onClose} title={t('title')} size="lg">
      <Stack gap="md">
        <Text>{t('about')}</Text>
        <Loaded query={found} height={160}>
          {(dossier) => <Contents dossier={dossier} />}
        </Loaded>
        <div role="status">
          {state.step === 'writing' && (
            <Group gap="xs">
              <Loader size="xs" aria-hidden />
              <Text>{t('writing', { size: megabytes(state.bytes) })}</Text>
            </Group>
          )}
          {state.step === 'written' && (
            <Text>{t('written', { size: megabytes(state.bytes) })}</Text>
          )}
          {state.step === 'written' && state.stamp && (
            <Stamp
              stamp={state.stamp}
              asked={found.data?.time_stamp_server ?? null}
              onAgain={() => void write()}
            />
          )}
        </div>
        {state.step === 'failed' && (
          <Alert color="red" role="alert">
            {state.why}
          </Alert>
        )}
        <Group justify="flex-end">
          {state.step === 'writing' ? (
            <Button variant="default" onClick={cancel}>
              {t('cancel')}
            </Button>
          ) : (
            <Button onClick={() => void write()} disabled={!found.data}>
              {t('write')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

/** Closing the dialog aborts the creation. */
function useWriting({ Project_Id, Project_Name }: ProjectRow) {
  const [state, setState] = useState<State>({ step: 'before' });
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const write = async (): Promise<void> => {
    const one = new AbortController();
    abort.current = one;
    setState({ step: 'writing', bytes: 0 });
    try {
      const file = await downloadDossier(Project_Id, one.signal, (bytes) =>
        setState({ step: 'writing', bytes }),
      );
      download(file, fileName(`dossier ${Project_Name}`, 'zip'));
      setState({ step: 'written', bytes: file.size, stamp: await readStamp(file) });
    } catch (error) {
      setState(one.signal.aborted ? { step: 'before' } : { step: 'failed', why: errorText(error) });
    }
  };
  return { state, write, cancel: () => abort.current?.abort() };
}

interface StampProps {
  stamp: StampRecord;
  /** Host of the time stamp server; null where none is configured. */
  asked: string | null;
  /** Creates the dossier again: no file is kept that could be stamped later. */
  onAgain: () => void;
}

/** The time stamp record of the created file. */
function Stamp({ stamp, asked, onAgain }: StampProps) {
  const t = useTexts('dossier');
  const { token, why, why_said: said } = stamp;
  if (token)
    return (
      <Text>
        {t('stamped', { time: formatTime(token.at) })} <bdi>{token.authority}</bdi>
      </Text>
    );
  // Without a server, the contents say already that there is none.
  if (asked === null) return null;
  return (
    <Alert color="yellow">
      <Group gap="sm">
        {`${t('notStamped')} ${translateMessage(said, why ?? '')}`}
        <Button size="compact-sm" variant="default" onClick={onAgain}>
          {t('stampAgain')}
        </Button>
      </Group>
    </Alert>
  );
}

const COUNTED = ['pairs', 'evidence', 'attachments', 'comments', 'history'] as const;

function Contents({ dossier }: { dossier: Dossier }) {
  const t = useTexts('dossier');
  return (
    <>
      <ul aria-label={t('contents')}>
        {COUNTED.map((name) => (
          <li key={name}>{t(name, { count: dossier[name] })}</li>
        ))}
      </ul>
      <div>
        <Text fw={600}>{t('key')}</Text>
        <Code block style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }} dir="ltr">
          {dossier.key.fingerprint}
        </Code>
        <Text size="sm" c="dimmed">
          {t('keyAbout')}
        </Text>
      </div>
      <div>
        <Text fw={600}>{t('timeStamp')}</Text>
        <Text size="sm" c="dimmed">
          {dossier.time_stamp_server === null
            ? t('stampNobody')
            : t('stampAsked', { host: dossier.time_stamp_server })}
        </Text>
      </div>
    </>
  );
}

/** Bytes that are collected before they become a Blob, which the browser may move to disk. */
const CHUNK_BYTES = 8_000_000;

/** Downloads a dossier as it is written, without holding all of it in memory. @param onBytes - called with the bytes received so far */
async function downloadDossier(
  projectId: number,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  const { body } = await send(writeDossier, { params: { id: projectId }, signal });
  const reader = body!.getReader();
  let file = new Blob([], { type: 'application/zip' });
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const moveToBlob = (): void => {
    file = new Blob([file, ...waiting], { type: file.type });
    waiting = [];
  };
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    waiting.push(value);
    size += value.byteLength;
    onBytes(size);
    if (size - file.size >= CHUNK_BYTES) moveToBlob();
  }
  moveToBlob();
  return file;
}

const ENTRY = 'seal/stamp.json';
/** Sizes in bytes of the fixed parts of ZIP headers (PKWARE's APPNOTE, 4.3). */
const LOCAL = 30;
const LISTED = 46;
const END = 22;

/** Reads the time stamp record from a dossier; null where the file contains none. */
async function readStamp(file: Blob): Promise<StampRecord | null> {
  try {
    const end = await viewOf(file, file.size - END, END);
    const list = await viewOf(file, end.getUint32(16, true), end.getUint32(12, true));
    const place = findPlace(list);
    if (!place) return null;
    const { offset, size } = place;
    const names = (await viewOf(file, offset, LOCAL)).getUint16(26, true);
    const begin = offset + LOCAL + names;
    return stampRecord.parse(JSON.parse(await file.slice(begin, begin + size).text()));
  } catch {
    return null;
  }
}

const viewOf = async (file: Blob, offset: number, size: number): Promise<DataView> =>
  new DataView(await file.slice(offset, offset + size).arrayBuffer());

/** Locates the record. Entries after the seal are stored uncompressed, so it can be read directly. */
function findPlace(list: DataView): { offset: number; size: number } | null {
  const bytes = new Uint8Array(list.buffer);
  for (let at = 0; at < bytes.byteLength;) {
    const length = list.getUint16(at + 28, true);
    const name = bytes.subarray(at + LISTED, at + LISTED + length);
    if (new TextDecoder().decode(name) === ENTRY)
      return { offset: list.getUint32(at + 42, true), size: list.getUint32(at + 20, true) };
    at += LISTED + length;
  }
  return null;
}

/** Opens the dialog that creates the dossier of a project. */
export function DossierButton({ project, className }: { project: ProjectRow; className?: string }) {
  const t = useTexts('dossier');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" className={className ?? ''} onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {open && <DossierDialog project={project} onClose={() => setOpen(false)} />}
    </>
  );
}
