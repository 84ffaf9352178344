import { type Said, sayFixed } from '../../lib/i18n/messages.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DatabaseType } from '../../../contract/database-types.ts';
import type { ObjectType } from '../../../contract/engines.ts';
import type { CallOf, ResponseOf } from '../../../contract/endpoint.ts';
import type { Side } from '../../../contract/fields.ts';
import {
  WARNINGS_HEADER,
  WARNINGS_SAID_HEADER,
  readEverything,
  readInventory,
  saveConnection,
  sourceSchemas,
  summariseInventory,
  targetSchemas,
  testConnection,
  type InventoryItem,
} from '../../../contract/inventory.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { ApiError, call, request } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { useProjectsChanged } from '../projects/queries.ts';
import { type ConnectionValues, wireForm } from './connection-form.ts';
import type { SideForm } from './db-data.ts';
import { callEvents } from './event-stream.ts';
import { createCollector, itemOf, summariseItems, withNew, type Reading } from './everything.ts';
import { useLongCall } from './use-long-call.ts';
import { useSlicedImport, type Imported } from './use-sliced-import.ts';
import { texts, useTexts } from '../../lib/i18n/index.ts';

export type Tested = ResponseOf<typeof testConnection>;
export interface Report {
  /** Counts the reports of this visit, so that a new one begins with nothing chosen. */
  number: number;
  /** Null: all schemas, and then all types. */
  schema: string | null;
  objectType: ObjectType | null;
  items: InventoryItem[];
  /** Imported once, and no longer in the database. */
  gone: InventoryItem[];
  warnings: string[];
  warnings_said: (Said | null)[];
}
export type Summary = ResponseOf<typeof summariseInventory>;
interface Answers {
  /** With what somebody has connected last. */
  connected: ConnectionValues | null;
  tested: Tested | null;
  schemas: string[] | null;
  report: Report | null;
  /** All types of all schemas, while they are read and afterwards. */
  reading: Reading | null;
  summary: Summary | null;
  imported: Imported | null;
}
const NOTHING: Answers = {
  connected: null,
  tested: null,
  schemas: null,
  report: null,
  reading: null,
  summary: null,
  imported: null,
};

const NO_REPORT = { report: null, reading: null, summary: null, imported: null };

/** Milliseconds between two looks at a reading that goes on. */
const SHOWN_EVERY = 250;

const goneOf = ({ schema, objectType }: Report, { types }: Summary): InventoryItem[] =>
  objectType === null
    ? []
    : (types.find((type) => type.object_type === objectType)?.gone ?? []).map((name) =>
        itemOf({ schema: schema ?? '', object_type: objectType }, name),
      );

/** Another report would be another list; this one knows now what was imported. */
function withImported(answers: Answers, sent: ReadonlySet<InventoryItem>): Answers {
  const { report, reading, summary } = answers;
  if (!report) return answers;
  const items = report.items.map((item) =>
    sent.has(item) ? { ...item, known: 1 as const } : item,
  );
  return {
    ...answers,
    report: { ...report, items },
    ...(reading &&
      summary && {
        reading: withNew(reading, items),
        summary: { ...summary, types: summariseItems(reading.objectTypes, items, report.gone) },
      }),
  };
}

/** The schema that was chosen, or '': one kept from an earlier visit may be gone. */
export const chosenSchema = (form: SideForm, schemas: string[] | null): string =>
  schemas?.includes(form.schema) ? form.schema : '';

/** What was typed is stored now, and the form is about to be empty of it. */
export const withoutPassword = (values: ConnectionValues): ConnectionValues => ({
  ...values,
  password: '',
  no_password: false,
});

/** Its row says what its account could do, and its card which server answered. */
function useServerChanged(projectId: number) {
  const client = useQueryClient();
  const rowChanged = useProjectsChanged();
  const queryKey = queryKeys.imports(projectId);
  return () => Promise.all([rowChanged(), client.invalidateQueries({ queryKey })]);
}

/** The calls of one column and what they answered last. */
export function useSide(
  project: ProjectRow,
  side: Side,
  type: DatabaseType,
  form: SideForm,
  { onSaved, onRefused }: { onSaved: () => void; onRefused: (error: unknown) => void },
) {
  const t = useTexts('connection');
  const projectChanged = useServerChanged(project.Project_Id);
  const [answers, setAnswers] = useState(NOTHING);
  const merge = (part: Partial<Answers>) => setAnswers((before) => ({ ...before, ...part }));
  const { busy, run, cancel } = useLongCall(onRefused);

  const counting = useLongCall(() => {});
  const slices = useSlicedImport(project.Project_Id, side);
  // An import ends between two slices: what has been sent is finished.
  const stopOrCancel = () => (busy?.step === 'import' ? slices.stop() : cancel());

  const clear = () => {
    counting.cancel();
    merge(NO_REPORT);
  };

  const wire = () => wireForm(project, side, form.values, type);

  /** @param andSave - what works is saved at once */
  const test = (andSave = false) =>
    run('test', async (signal) => {
      merge({ tested: null });
      const body = { ...wire(), reportType: side };
      merge({ tested: await call(testConnection, { body, signal }), connected: form.values });
      if (andSave) await keep(signal);
      else void projectChanged();
    });

  const fetchSchemas = () =>
    run('schemas', async (signal) => {
      merge({ schemas: null });
      const endpoint = side === 'source' ? sourceSchemas : targetSchemas;
      const rows = rowsOf(await call(endpoint, { body: wire(), signal }));
      merge({ schemas: rows.map((row) => row.schema_name), connected: form.values });
    });

  const generateReport = () =>
    run('report', async (signal) => {
      const schema = chosenSchema(form, answers.schemas) || (answers.schemas?.[0] ?? '');
      const { objectType } = form;
      clear();
      const body = {
        ...wire(),
        reportType: side,
        object_type_source: objectType,
        [side === 'source' ? 'schema' : 'schemaTarget']: schema,
      };
      const report = await readReport(body, schema, objectType, signal);
      merge({ report, connected: form.values });
      notifySuccess(sayFixed('reportDone'));
      // What is gone, and how much there is of the other types: it may take its time.
      void summarise(schema);
    });

  const summarise = (schema: string) =>
    counting.run('summary', async (signal) => {
      const body = { ...wire(), reportType: side, schema };
      const summary = await call(summariseInventory, { body, signal });
      setAnswers((before) => ({
        ...before,
        summary,
        report: before.report && { ...before.report, gone: goneOf(before.report, summary) },
      }));
    });

  const readAll = () =>
    run('everything', async (signal) => {
      clear();
      const found = await readEverySchema({ ...wire(), reportType: side }, signal, merge);
      merge({ ...found, connected: form.values });
      notifySuccess(sayFixed('reportDone'));
      void projectChanged();
    }).finally(() =>
      // Half a reading is none.
      setAnswers((before) => (before.report ? before : { ...before, reading: null })),
    );

  /** Keeps what is in the form in the project. @throws also where somebody has changed the project meanwhile */
  const keep = async (signal: AbortSignal) => {
    const { Project_Id, version } = project;
    const body = { ...wire(), Project_Id, reportType: side, version };
    try {
      await call(saveConnection, { body, signal });
    } finally {
      await projectChanged();
    }
    notifySuccess(t('saved'));
    merge({ connected: withoutPassword(form.values) });
    onSaved();
  };
  const save = () => run('save', keep);

  /** @param andSave - the connection first, or nothing is imported */
  const importItems = (items: readonly InventoryItem[], andSave: boolean) =>
    run('import', async (signal) => {
      merge({ imported: null });
      if (andSave) await keep(signal);
      const done = await slices.importAll(items, (imported) => merge({ imported }));
      if (done.ended === 'all') {
        notifySuccess(sayFixed(side === 'source' ? 'sourceImported' : 'targetImported'));
      }
      const sent = new Set(items.slice(0, done.imported));
      setAnswers((before) => withImported(before, sent));
      const schema = answers.report?.schema;
      if (schema) void summarise(schema);
    });

  /** What another database answered says nothing about this one. */
  const forget = () => {
    cancel();
    counting.cancel();
    setAnswers(NOTHING);
  };

  return {
    ...answers,
    busy,
    counting,
    importing: slices.progress,
    cancel: stopOrCancel,
    forget,
    test,
    save,
    fetchSchemas,
    generateReport,
    readAll,
    importItems,
  };
}
export type SideCalls = ReturnType<typeof useSide>;

/** Engine type 1 answers `{recordsets: [[row]]}`, every other type the plain list. */
export function rowsOf<T>(answer: T[] | { recordsets: T[][] }): T[] {
  return Array.isArray(answer) ? answer : answer.recordsets.flat();
}

const warnedOf = (headers: Headers) => ({
  warnings: listIn<string>(headers.get(WARNINGS_HEADER)),
  warnings_said: listIn<Said | null>(headers.get(WARNINGS_SAID_HEADER)),
});

/** Reads a header of warnings; a damaged one warns of nothing. */
export function listIn<T>(header: string | null): T[] {
  if (!header) return [];
  try {
    const value: unknown = JSON.parse(decodeURIComponent(header));
    return Array.isArray(value) ? (value as T[]) : [];
  } catch {
    return [];
  }
}

async function readReport(
  body: CallOf<typeof readInventory>['body'],
  schema: string,
  objectType: ObjectType,
  signal: AbortSignal,
): Promise<Report> {
  const { data, headers } = await request(readInventory, { body, signal });
  const items = rowsOf(data);
  return { number: Date.now(), schema, objectType, items, gone: [], ...warnedOf(headers) };
}

type Found = Pick<Answers, 'report' | 'reading' | 'summary'>;

/** Reads all schemas, telling how far it is. @throws also where the answer ends too early */
async function readEverySchema(
  body: CallOf<typeof readEverything>['body'],
  signal: AbortSignal,
  onProgress: (part: Partial<Pick<Answers, 'schemas' | 'reading'>>) => void,
): Promise<Found> {
  let found: ReturnType<typeof createCollector> | null = null;
  let shown = 0;
  for await (const event of callEvents(readEverything, { body, signal })) {
    if (event.kind === 'failed') throw new ApiError(event.problem);
    if (event.kind === 'plan') {
      found = createCollector(event.schemas, event.object_types);
      onProgress({ schemas: event.schemas, reading: found.progress() });
    } else if (event.kind === 'part') {
      found?.add(event);
      if (Date.now() - shown < SHOWN_EVERY) continue;
      shown = Date.now();
      onProgress({ reading: found?.progress() ?? null });
    } else if (found) {
      const { items, gone } = found;
      const reading = found.progress();
      const { warnings, warnings_said } = event;
      const report = { number: Date.now(), schema: null, objectType: null, items, gone };
      const types = summariseItems(reading.objectTypes, items, gone);
      return {
        report: { ...report, warnings, warnings_said },
        reading,
        summary: { schema: '', types, warnings: [], warnings_said: [] },
      };
    }
  }
  throw new Error(texts('connection')('cutOff'));
}
