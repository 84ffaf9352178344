import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ResponseOf } from '../../../contract/endpoint.ts';
import { importSpreadsheet, type SpreadsheetRow } from '../../../contract/spreadsheet.ts';
import { ApiError, call } from '../../lib/api.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { checkRows, placeErrors, readList, type ProblemLine } from './check-rows.ts';
import type { Mapping } from './mapping.ts';
import { useTexts } from '../../lib/i18n/index.ts';

export type Outcome = ResponseOf<typeof importSpreadsheet>;
type State =
  | { step: 'waiting' }
  | { step: 'checking' | 'importing' }
  | { step: 'problems'; problems: ProblemLine[]; more: boolean }
  | { step: 'checked' | 'done'; outcome: Outcome };

/** The server reports at most this many errors. */
const SERVER_NAMES = 100;
const WAITING: State = { step: 'waiting' };

/** Checks a list on the server as a dry run, and imports it. */
export function useImport(projectId: number) {
  const t = useTexts('spreadsheet');
  const client = useQueryClient();
  const [state, setState] = useState<State>(WAITING);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (
    sheet: readonly (readonly string[])[],
    mapping: Mapping,
    dry_run: 0 | 1,
  ): Promise<void> => {
    setState({ step: dry_run ? 'checking' : 'importing' });
    // Lets the progress render first: checking all rows blocks the main thread.
    await new Promise((resolve) => setTimeout(resolve));
    const list = readList(sheet, mapping);
    const problems = checkRows(list);
    if (problems.length > 0) return setState({ step: 'problems', problems, more: false });
    const controller = new AbortController();
    // Only a check can be aborted: the server completes an import in any case.
    running.current = dry_run ? controller : null;
    try {
      const outcome = await call(importSpreadsheet, {
        params: { id: projectId },
        body: { dry_run, rows: list.rows as unknown as SpreadsheetRow[] },
        ...(dry_run && { signal: controller.signal }),
      });
      setState({ step: dry_run ? 'checked' : 'done', outcome });
      if (dry_run) return;
      notifySuccess(t('doneNotice'));
      await Promise.all(
        [
          queryKeys.objects(projectId),
          queryKeys.projects,
          queryKeys.project(projectId),
          queryKeys.dashboards,
        ].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    } catch (error) {
      if (controller.signal.aborted) return;
      const errors = error instanceof ApiError ? (error.problem.errors ?? []) : [];
      if (errors.length === 0) {
        notifyError(error);
        return setState(WAITING);
      }
      setState({
        step: 'problems',
        problems: placeErrors(errors, list),
        more: errors.length >= SERVER_NAMES,
      });
    }
  };
  const reset = () => {
    running.current?.abort();
    setState(WAITING);
  };
  return { state, run, reset };
}
