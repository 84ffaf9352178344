import { type ReceivedMessage, fixedText } from '../../lib/i18n/messages.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState, useEffect, useEffectEvent } from 'react';
import type { DatabaseType } from '../../../contract/database-types.ts';
import type { ObjectType } from '../../../contract/engines.ts';
import type { CallOf } from '../../../contract/endpoint.ts';
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
  keptInventory,
} from '../../../contract/inventory.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { call, request } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { useProjectsChanged } from '../projects/queries.ts';
import { type ConnectionValues, wireForm, type SideForm } from './connection-form.ts';
import { callEvents } from './event-stream.ts';
import { useLongCall } from './progress.tsx';
import {
  type Report,
  type SideResults,
  type Summary,
  itemOf,
  summariseItems,
  withNew,
  collectEverything,
} from './side-results.ts';
import { useSlicedImport } from './use-sliced-import.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import type { Imports } from './imported.tsx';

const NOTHING: SideResults = {
  connected: null,
  tested: null,
  schemas: null,
  report: null,
  reading: null,
  summary: null,
  imported: null,
};

const NO_REPORT = { report: null, reading: null, summary: null, imported: null };

const goneOf = ({ schema, objectType }: Report, { types }: Summary): InventoryItem[] =>
  objectType === null
    ? []
    : (types.find((type) => type.object_type === objectType)?.gone ?? []).map((name) =>
        itemOf({ schema: schema ?? '', object_type: objectType }, name),
      );

/** Marks imported objects as known. The report's identity stays: another report would reset the table. */
function withImported(results: SideResults, sent: ReadonlySet<InventoryItem>): SideResults {
  const { report, reading, summary } = results;
  if (!report) return results;
  const items = report.items.map((item) =>
    sent.has(item) ? { ...item, known: 1 as const } : item,
  );
  return {
    ...results,
    report: { ...report, items },
    ...(reading &&
      summary && {
        reading: withNew(reading, items),
        summary: { ...summary, types: summariseItems(reading.objectTypes, items, report.gone) },
      }),
  };
}

/** The selected schema, or '' if it no longer exists: the selection may come from an earlier visit. */
export const chosenSchema = (form: SideForm, schemas: string[] | null): string =>
  schemas?.includes(form.schema) ? form.schema : '';

/** The form values after saving: the password is stored and leaves the form. */
export const withoutPassword = (values: ConnectionValues): ConnectionValues => ({
  ...values,
  password: '',
  no_password: false,
});

/** Refetches the project row (rights of the account) and the imports (version of the server). */
function useServerChanged(projectId: number) {
  const client = useQueryClient();
  const rowChanged = useProjectsChanged();
  const queryKey = queryKeys.imports(projectId);
  return () => Promise.all([rowChanged(), client.invalidateQueries({ queryKey })]);
}

/** The calls of one side, and their latest answers. */
export function useSide(
  project: ProjectRow,
  side: Side,
  type: DatabaseType,
  form: SideForm,
  { onSaved, onRefused }: { onSaved: () => void; onRefused: (error: unknown) => void },
) {
  const t = useTexts('connection');
  const projectChanged = useServerChanged(project.Project_Id);
  const [results, setResults] = useState(NOTHING);
  const merge = (part: Partial<SideResults>) => setResults((before) => ({ ...before, ...part }));
  const { busy, run, cancel, failure } = useLongCall(onRefused);

  const counting = useLongCall(() => {});
  const slices = useSlicedImport(project.Project_Id, side);
  // An import stops between two slices: a slice that was sent is completed.
  const stopOrCancel = () => (busy?.step === 'import' ? slices.stop() : cancel());

  const clear = () => {
    counting.cancel();
    merge(NO_REPORT);
  };

  const wire = () => wireForm(project, side, form.values, type);

  /** @param andSave - saves the connection if the test succeeds */
  const test = (andSave = false) =>
    run('test', async (signal) => {
      merge({ tested: null });
      const body = { ...wire(), reportType: side };
      merge({ tested: await call(testConnection, { body, signal }), connected: form.values });
      if (andSave) await saveForm(signal);
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
      const schema = chosenSchema(form, results.schemas) || (results.schemas?.[0] ?? '');
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
      notifySuccess(fixedText('reportDone'));
      // Not awaited: finding missing objects and counting the other types may take a while.
      void summarise(schema);
    });

  const summarise = (schema: string) =>
    counting.run('summary', async (signal) => {
      const body = { ...wire(), reportType: side, schema };
      const summary = await call(summariseInventory, { body, signal });
      setResults((before) => ({
        ...before,
        summary,
        report: before.report && { ...before.report, gone: goneOf(before.report, summary) },
      }));
    });

  /** @param wide - reads the other databases of the server, too */
  const readAll = (wide = false) =>
    run('everything', async (signal) => {
      clear();
      const body = { ...wire(), reportType: side, ...(wide && { all_databases: 1 as const }) };
      const found = await collectEverything(callEvents(readEverything, { body, signal }), merge);
      merge({ ...found, connected: form.values });
      notifySuccess(fixedText('reportDone'));
      void projectChanged();
    }).finally(() =>
      // A partial reading is discarded.
      setResults((before) => (before.report ? before : { ...before, reading: null })),
    );

  /** Saves the form in the project. @throws also if somebody else has changed the project meanwhile */
  const saveForm = async (signal: AbortSignal) => {
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
  const save = () => run('save', saveForm);

  /** @param andSave - saves the connection first; nothing is imported if that fails */
  const importItems = (items: readonly InventoryItem[], andSave: boolean) =>
    run('import', async (signal) => {
      merge({ imported: null });
      if (andSave) await saveForm(signal);
      const done = await slices.importAll(items, (imported) => merge({ imported }));
      if (done.ended === 'all') {
        notifySuccess(fixedText(side === 'source' ? 'sourceImported' : 'targetImported'));
      }
      const sent = new Set(items.slice(0, done.imported));
      setResults((before) => withImported(before, sent));
      const schema = results.report?.schema;
      if (schema) void summarise(schema);
    });

  /** The answers of another database do not apply to this one. */
  const reset = () => {
    cancel();
    counting.cancel();
    setResults(NOTHING);
  };

  return {
    ...results,
    busy,
    failure,
    counting,
    importing: slices.progress,
    cancel: stopOrCancel,
    forget: reset,
    test,
    save,
    fetchSchemas,
    generateReport,
    readAll,
    show: merge,
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
  warnings_said: listIn<ReceivedMessage | null>(headers.get(WARNINGS_SAID_HEADER)),
});

/** Parses a header of warnings; an invalid header counts as no warnings. */
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

/** Shows what was read of the project's own database before this visit and is not imported yet, unless there is a report. */
export function useKeptReading(
  projectId: number,
  side: Side,
  imports: Imports | undefined,
  { report, busy, show }: SideCalls,
  changed: boolean,
): void {
  const isWanted = imports?.is_kept === true && !changed && report === null && busy === null;
  const fetch = useEffectEvent(async (signal: AbortSignal) => {
    const readAt = imports?.read_at ?? null;
    const events = callEvents(keptInventory, { params: { id: projectId, side }, signal });
    const found = await collectEverything(events, () => undefined);
    if (!signal.aborted) show({ ...found, report: found.report && { ...found.report, readAt } });
  });
  useEffect(() => {
    if (!isWanted) return;
    const controller = new AbortController();
    // Where this fails, nothing is lost: all of it can be read again.
    fetch(controller.signal).catch(() => undefined);
    return () => controller.abort();
  }, [projectId, side, isWanted]);
}
