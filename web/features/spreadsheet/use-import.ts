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

/** Past this number the server names no more errors. */
const SERVER_NAMES = 100;
const WAITING: State = { step: 'waiting' };

/** The check on the server, then the same with effect. */
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
    // A moment to say so: checking all rows keeps the page busy.
    await new Promise((resolve) => setTimeout(resolve));
    const list = readList(sheet, mapping);
    const problems = checkRows(list);
    if (problems.length > 0) return setState({ step: 'problems', problems, more: false });
    const controller = new AbortController();
    // An import is finished by the server in any case: only a check is given up.
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
