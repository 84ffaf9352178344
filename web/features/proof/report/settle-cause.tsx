import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { OF_ROWS, isCauseOfValues, readCauseId } from '../../../../contract/proof/causes.ts';
import {
  type CommonCause,
  lackingParts,
  nameColumns,
  tolerateCause,
} from '../../../../contract/proof/common.ts';
import { DATA_CAUSE } from '../../../../contract/proof/definitions.ts';
import { startRun } from '../../../../contract/proof/runs.ts';
import { addTolerance } from '../../../../contract/proof/tolerances.ts';
import { call } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/format.ts';
import { translateMessage } from '../../../lib/i18n/messages.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useMe } from '../../../lib/session.ts';
import { AcceptDialog } from '../evidence/accept-dialog.tsx';
import {
  type ColumnTypes,
  ToleranceDialog,
  type ToleranceTerms,
} from '../evidence/tolerance-dialog.tsx';
import { SaveRepairs } from './save-repairs.tsx';
import { confirm } from '../../../ui/confirm.tsx';

/** What settles a cause in all of its pairs; others than administrators get the statements alone. */
export function SettleCause({ projectId, cause }: { projectId: number; cause: CommonCause }) {
  const t = useTexts('proof');
  const [accepting, setAccepting] = useState(false);
  const isAdmin = useMe().is_admin === 1;
  if (!isAdmin)
    return cause.about === 'definition' ? (
      <SaveRepairs projectId={projectId} kind={cause.kind} />
    ) : null;
  if (cause.about === 'rows')
    return isTolerable(cause) ? (
      <Tolerate projectId={projectId} cause={cause} />
    ) : (
      <AcceptInAll projectId={projectId} cause={cause} />
    );
  if (cause.about === 'columns') return <SameColumns projectId={projectId} cause={cause} />;
  const { finding: code, source, target, severity, findings } = cause;
  const detail = translateMessage(cause, cause.message);
  return (
    <Group gap="xs" justify="flex-end">
      <SaveRepairs projectId={projectId} kind={cause.kind} />
      {/* A rule must name a text, except for most parts that one side lacks. */}
      {(source !== null || target !== null || lackingParts(code, severity)) && (
        <Button variant="default" size="compact-sm" onClick={() => setAccepting(true)}>
          {t('acceptAll')}
        </Button>
      )}
      {accepting && (
        <AcceptDialog
          pair={{ Project_Id: projectId, id: null }}
          finding={{ code, name: null, source, target, detail, findings }}
          onClose={() => setAccepting(false)}
        />
      )}
    </Group>
  );
}

type WithRows = Extract<CommonCause, { about: 'rows' }>;
type OfRows = WithRows & { column: string };

const isTolerable = (cause: CommonCause): cause is OfRows =>
  cause.about === 'rows' && cause.column !== null && isCauseOfValues(cause.cause);

function Tolerate({ projectId, cause }: { projectId: number; cause: OfRows }) {
  const t = useTexts('proof');
  const client = useQueryClient();
  const [asked, setAsked] = useState(false);
  const tolerate = useMutation({
    mutationFn: async ({ leave, types }: { leave: ToleranceTerms; types: ColumnTypes | null }) => {
      const { column, cause: id, pair_ids: pairs } = cause;
      const params = { id: projectId };
      const said = types
        ? await call(addTolerance, { params, body: { cause: id, ...types, ...leave } }).then(() =>
            t('toleratedInProject', { count: pairs.length }),
          )
        : await call(tolerateCause, { params, body: { column, cause: id, pairs, ...leave } }).then(
            ({ changed }) => t('toleratedNow', { count: changed }),
          );
      await call(startRun, { params, body: { kind: 'data', pairs } });
      return said;
    },
    onSuccess: (said) => {
      notifySuccess(said);
      void client.invalidateQueries({ queryKey: queryKeys.project(projectId) });
      void client.invalidateQueries({ queryKey: queryKeys.runs(projectId) });
    },
    onError: notifyError,
  });
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="compact-sm"
        loading={tolerate.isPending}
        onClick={() => setAsked(true)}
      >
        {t('tolerateAll')}
      </Button>
      {asked && (
        <ToleranceDialog
          question={{
            title: t('tolerateAll'),
            lines: [t('tolerateAllHelp', { count: cause.pair_ids.length })],
            causes: [translateMessage(cause, cause.message)],
            action: t('tolerateAndCompare'),
            // The column's types may differ between pairs.
            types: null,
            pairScopeLabel: t('inThesePairs', { count: cause.pair_ids.length }),
          }}
          onTolerate={(leave, types) => tolerate.mutate({ leave, types })}
          onClose={() => setAsked(false)}
        />
      )}
      {cause.pairs > cause.pair_ids.length && (
        <Text size="sm" c="dimmed">
          {t('firstPairs', { first: formatNumber(cause.pair_ids.length) })}
        </Text>
      )}
    </Group>
  );
}

type OfColumns = Extract<CommonCause, { about: 'columns' }>;

/** Says of all columns at once that they are the same under another name, and compares their pairs again. */
function SameColumns({ projectId, cause }: { projectId: number; cause: OfColumns }) {
  const t = useTexts('proof');
  const client = useQueryClient();
  const { columns } = cause;
  const count = columns.length;
  const name = useMutation({
    mutationFn: async () => {
      const params = { id: projectId };
      await call(nameColumns, { params, body: { columns } });
      const pairs = [...new Set(columns.map(({ pair_id }) => pair_id))];
      await call(startRun, { params, body: { kind: 'verify', pairs } });
    },
    onSuccess: () => {
      notifySuccess(t('columnsNamed', { count }));
      void client.invalidateQueries({ queryKey: queryKeys.project(projectId) });
      void client.invalidateQueries({ queryKey: queryKeys.runs(projectId) });
    },
    onError: notifyError,
  });
  const ask = async () => {
    const all = [...new Set(columns.map(({ source, target }) => `${source} → ${target}`))];
    const lines = [t('columnsNamedHelp', { count }), all.join(', ')];
    if (
      await confirm(() => ({
        title: t('sameColumns', { count }),
        lines,
        confirm: t('nameColumns'),
      }))
    )
      name.mutate();
  };
  return (
    <Button size="compact-sm" loading={name.isPending} onClick={() => void ask()}>
      {t('sameColumns', { count })}
    </Button>
  );
}

/** No rule makes causes of whole rows equal, so these are accepted, in each pair by itself. */
function AcceptInAll({ projectId, cause }: { projectId: number; cause: WithRows }) {
  const t = useTexts('proof');
  const [asked, setAsked] = useState(false);
  const { kind, parameter } = readCauseId(cause.cause);
  if (!OF_ROWS.some((one) => one === kind)) return null;
  const { pair_ids: pairs, column } = cause;
  const columns = kind === 'swapped' ? { source: column, target: parameter } : NO_COLUMNS;
  const detail = `${translateMessage(cause, cause.message)} ${t('acceptCauseHelp', { count: pairs.length })}`;
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setAsked(true)}>
        {t('acceptCause')}
      </Button>
      {asked && (
        <AcceptDialog
          pair={{ Project_Id: projectId, id: pairs[0]! }}
          pairs={pairs}
          finding={{ code: DATA_CAUSE, name: kind, ...columns, detail }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
const NO_COLUMNS = { source: null, target: null };
