import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DatabaseType, ObjectType } from '../../../contract/engines.ts';
import type { Side } from '../../../contract/fields.ts';
import {
  MAX_LIST,
  WARNINGS_HEADER,
  importSource,
  importTarget,
  readInventory,
  sourceSchemas,
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
export interface Imported {
  imported: number;
  added: number;
  existing: number;
}
interface Answers {
  tested: Tested | null;
  schemas: string[] | null;
  report: Report | null;
  imported: Imported | null;
  /** What the server says about single fields, by their name on the wire. */
  fieldErrors: Record<string, string>;
}
const NOTHING: Answers = {
  tested: null,
  schemas: null,
  report: null,
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
  const client = useQueryClient();
  const [answers, setAnswers] = useState(NOTHING);
  const merge = (part: Partial<Answers>) => setAnswers((before) => ({ ...before, ...part }));
  const { busy, run, cancel } = useLongCall((error) =>
    merge({ fieldErrors: fieldErrorsOf(error) }),
  );

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
      merge({ report: null, imported: null, fieldErrors: {} });
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
    });

  const importItems = (items: readonly InventoryItem[]) =>
    run('import', async () => {
      const endpoint = side === 'source' ? importSource : importTarget;
      const total: Imported = { imported: 0, added: 0, existing: 0 };
      for (let start = 0; start < items.length; start += MAX_LIST) {
        const body = items
          .slice(start, start + MAX_LIST)
          .map((item) => ({ ...item, Project_Id: project.Project_Id }));
        const answer = await call(endpoint, { body });
        total.imported += answer.imported;
        total.added += answer.added;
        total.existing += answer.existing;
      }
      merge({ imported: total });
      void client.invalidateQueries({ queryKey: ['objects', project.Project_Id] });
      notifySuccess(side === 'source' ? TEXTS.sourceImported : TEXTS.targetImported);
    });

  /** What another database answered says nothing about this one. */
  const forget = () => {
    cancel();
    setAnswers(NOTHING);
  };

  return { ...answers, busy, cancel, forget, test, fetchSchemas, generateReport, importItems };
}
export type SideCalls = ReturnType<typeof useSide>;
