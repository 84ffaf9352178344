import { useState } from 'react';
import type { DatabaseType, ObjectType } from '../../../contract/engines.ts';
import type { ResponseOf } from '../../../contract/endpoint.ts';
import type { Side } from '../../../contract/fields.ts';
import {
  WARNINGS_HEADER,
  readInventory,
  sourceSchemas,
  summariseInventory,
  targetSchemas,
  testConnection,
  type InventoryItem,
} from '../../../contract/inventory.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { ApiError, call, request } from '../../lib/api.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { wireForm } from './connection-form.ts';
import type { SideForm } from './db-data.ts';
import { useLongCall } from './use-long-call.ts';
import { useSlicedImport, type Imported } from './use-sliced-import.ts';
import { rowsOf, warningsOf } from './wire-answers.ts';

export interface Tested {
  server_version: string;
  elapsed_ms: number;
  warnings: string[];
}
export interface Report {
  /** Counts the reports of this visit, so that a new one begins with nothing chosen. */
  number: number;
  schema: string;
  objectType: ObjectType;
  items: InventoryItem[];
  warnings: string[];
}
export type Summary = ResponseOf<typeof summariseInventory>;
interface Answers {
  tested: Tested | null;
  schemas: string[] | null;
  report: Report | null;
  summary: Summary | null;
  imported: Imported | null;
  /** What the server says about single fields, by their name on the wire. */
  fieldErrors: Record<string, string>;
}
const NOTHING: Answers = {
  tested: null,
  schemas: null,
  report: null,
  summary: null,
  imported: null,
  fieldErrors: {},
};

const fieldErrorsOf = (error: unknown): Record<string, string> =>
  error instanceof ApiError
    ? Object.fromEntries((error.problem.errors ?? []).map((one) => [one.field, one.message]))
    : {};

/** The schema that was chosen, or '': one kept from an earlier visit may be gone. */
export const chosenSchema = (form: SideForm, schemas: string[] | null): string =>
  schemas?.includes(form.schema) ? form.schema : '';

/** The calls of one column and what they answered last. */
export function useSide(project: ProjectRow, side: Side, type: DatabaseType, form: SideForm) {
  const [answers, setAnswers] = useState(NOTHING);
  const merge = (part: Partial<Answers>) => setAnswers((before) => ({ ...before, ...part }));
  const { busy, run, cancel } = useLongCall((error) =>
    merge({ fieldErrors: fieldErrorsOf(error) }),
  );

  const counting = useLongCall(() => {});
  const slices = useSlicedImport(project.Project_Id, side);
  // An import ends between two slices: what has been sent is finished.
  const stopOrCancel = () => (busy?.step === 'import' ? slices.stop() : cancel());

  const wire = () => wireForm(project, side, form.values, type);

  const test = () =>
    run('test', async (signal) => {
      merge({ tested: null, fieldErrors: {} });
      const body = { ...wire(), reportType: side };
      merge({ tested: await call(testConnection, { body, signal }) });
    });

  const fetchSchemas = () =>
    run('schemas', async (signal) => {
      merge({ schemas: null, fieldErrors: {} });
      const endpoint = side === 'source' ? sourceSchemas : targetSchemas;
      const rows = rowsOf(await call(endpoint, { body: wire(), signal }));
      merge({ schemas: rows.map((row) => row.schema_name) });
    });

  const generateReport = () =>
    run('report', async (signal) => {
      const schema = chosenSchema(form, answers.schemas) || (answers.schemas?.[0] ?? '');
      const { objectType } = form;
      counting.cancel();
      merge({ report: null, summary: null, imported: null, fieldErrors: {} });
      const { data, headers } = await request(readInventory, {
        body: {
          ...wire(),
          reportType: side,
          object_type_source: objectType,
          [side === 'source' ? 'schema' : 'schemaTarget']: schema,
        },
        signal,
      });
      const warnings = warningsOf(headers.get(WARNINGS_HEADER));
      const report = { number: Date.now(), schema, objectType, items: rowsOf(data), warnings };
      merge({ report });
      notifySuccess(TEXTS.reportDone);
      // What is gone, and how much there is of the other types: it may take its time.
      void summarise(schema);
    });

  const summarise = (schema: string) =>
    counting.run('summary', async (signal) => {
      const body = { ...wire(), reportType: side, schema };
      merge({ summary: await call(summariseInventory, { body, signal }) });
    });

  const importItems = (items: readonly InventoryItem[]) =>
    run('import', async () => {
      merge({ imported: null });
      const done = await slices.importAll(items, (imported) => merge({ imported }));
      if (done.ended === 'all') {
        notifySuccess(side === 'source' ? TEXTS.sourceImported : TEXTS.targetImported);
      }
      const sent = new Set(items.slice(0, done.imported));
      setAnswers((before) => ({
        ...before,
        // Another report would be another list; this one knows now what was imported.
        report: before.report && {
          ...before.report,
          items: before.report.items.map((item) => (sent.has(item) ? { ...item, known: 1 } : item)),
        },
      }));
      if (answers.report) void summarise(answers.report.schema);
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
    fetchSchemas,
    generateReport,
    importItems,
  };
}
export type SideCalls = ReturnType<typeof useSide>;
