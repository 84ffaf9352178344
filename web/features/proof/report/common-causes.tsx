import { Anchor, Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isCauseOfValues } from '../../../../contract/proof/causes.ts';
import {
  type CommonCause,
  lackingParts,
  nameColumns,
  tolerateCause,
} from '../../../../contract/proof/common.ts';
import { startRun } from '../../../../contract/proof/runs.ts';
import { addTolerance } from '../../../../contract/proof/tolerances.ts';
import { call } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/format.ts';
import { translateMessage } from '../../../lib/i18n/messages.ts';
import { type Texts, useTexts } from '../../../lib/i18n/index.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useMe } from '../../../lib/session.ts';
import { AcceptInAll } from './accept-in-all.tsx';
import { AcceptDialog } from '../evidence/accept-dialog.tsx';
import {
  type ToleranceTerms,
  ToleranceDialog,
  type ColumnTypes,
} from '../evidence/tolerance-dialog.tsx';
import classes from './proof.module.css';
import { useCommonCauses } from './queries.ts';
import { SaveRepairs } from './save-repairs.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { NotLoaded } from '../../../ui/load-failed.tsx';

/** Causes that prevent several pairs from being settled, with actions that settle all of them. */
export function CommonCauses({ projectId }: { projectId: number }) {
  const t = useTexts('proof');
  const query = useCommonCauses(projectId);
  const { data } = query;
  const causes = data?.causes.filter(({ pairs }) => pairs > 1) ?? [];
  if (!data) return <NotLoaded query={query} title={t('commonCauses')} />;
  if (causes.length === 0) return null;
  return (
    <ul className={classes.list} tabIndex={0} aria-label={t('commonCauses')}>
      {causes.map((cause) => (
        <li key={keyOf(cause)} className={classes.common}>
          <div>
            <Text fw={600}>
              <bdi>{translateMessage(cause, cause.message)}</bdi>
            </Text>
            <Pairs projectId={projectId} cause={cause} />
          </div>
          <ToleranceButtons projectId={projectId} cause={cause} />
          {cause.about === 'definition' && cause.findings > cause.pairs && (
            <Places projectId={projectId} cause={cause} />
          )}
        </li>
      ))}
      {data.cut && (
        <li>
          <Text size="sm" c="dimmed">
            {t('commonOf', { count: data.looked })}
          </Text>
        </li>
      )}
    </ul>
  );
}

function keyOf(cause: CommonCause): string {
  if (cause.about === 'columns') return cause.about;
  return cause.about === 'rows' ? `${cause.column} ${cause.cause}` : cause.kind;
}

/** Maximum length of a text; longer ones are queries, which the screens of their pairs show. */
const MAX_LENGTH = 80;

/** The texts of both sides of findings, after the name of their part if it is the only one and has one; empty for other causes. */
function textsOf(cause: CommonCause): string {
  if (cause.about !== 'definition') return '';
  const texts = [cause.source, cause.target].filter((text) => text !== null);
  const both = texts.some((text) => text.length > MAX_LENGTH) ? '' : texts.join(' → ');
  const [only] = cause.findings === 1 ? (cause.places[0]?.parts ?? []) : [];
  const name = texts.includes(only ?? '') ? '' : only;
  return [name, both].filter(Boolean).join(': ');
}

/** The affected columns or parts, and in how many pairs they are; the names of these follow. */
export function Affected({ cause }: { cause: CommonCause }) {
  const t = useTexts('proof');
  const texts = textsOf(cause);
  return (
    <>
      {texts !== '' && (
        <>
          <bdi>{texts}</bdi>
          {' · '}
        </>
      )}
      {cause.about === 'definition' && cause.findings > cause.pairs && (
        <>
          {countedOf(t, cause)}
          {' · '}
        </>
      )}
      {t('inPairs', { count: cause.pairs })}{' '}
    </>
  );
}

/** What is affected, with links to the pairs. */
function Pairs({ projectId, cause }: { projectId: number; cause: CommonCause }) {
  const t = useTexts('proof');
  const more = cause.pairs - cause.names.length;
  return (
    <Text size="sm" c="dimmed">
      <Affected cause={cause} />
      {cause.names.map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <PairLink projectId={projectId} id={cause.pair_ids[index]!} name={name} />
        </span>
      ))}
      {more > 0 && ` ${t('andMore', { count: more })}`}
    </Text>
  );
}

function PairLink({ projectId, id, name }: { projectId: number; id: number; name: string }) {
  return (
    <Anchor
      renderRoot={(props) => (
        <Link to="/pair" search={{ project: projectId, pair: id } as never} {...props} />
      )}
      inherit
      underline="always"
    >
      <bdi>{name}</bdi>
    </Anchor>
  );
}

type OfDefinitions = Extract<CommonCause, { about: 'definition' }>;

/** How many columns, or other parts, have a finding. */
const countedOf = (t: Texts<'proof'>, { part, findings: count }: OfDefinitions): string =>
  t(part === 'column' ? 'columnsCounted' : 'findingsCounted', { count });

/** The part of a pair that has a finding, or how many have it; empty where it is about the whole object. */
export function partsOf(t: Texts<'proof'>, cause: CommonCause, pairId: number): string {
  if (cause.about !== 'definition') return '';
  const { parts = [] } = cause.places.find(({ pair_id: id }) => id === pairId) ?? {};
  // The list of parts may be cut.
  const findings = cause.pairs === 1 ? cause.findings : parts.length;
  return findings > 1 ? countedOf(t, { ...cause, findings }) : (parts[0] ?? '');
}

/** The parts that have a finding, pair by pair, folded. */
function Places({ projectId, cause }: { projectId: number; cause: OfDefinitions }) {
  const t = useTexts('proof');
  const { places, findings } = cause;
  const more = findings - places.reduce((sum, { parts }) => sum + parts.length, 0);
  if (places.length === 0) return null;
  return (
    <details className={classes.whole}>
      <summary className={classes.summary}>{t('whichParts')}</summary>
      <ul className={classes.places}>
        {places.map(({ pair_id: id, name, parts }) => (
          <li key={id}>
            <PairLink projectId={projectId} id={id} name={name} />: <bdi>{parts.join(', ')}</bdi>
          </li>
        ))}
        {more > 0 && <li>{t('andMoreParts', { count: more })}</li>}
      </ul>
    </details>
  );
}

function ToleranceButtons({ projectId, cause }: { projectId: number; cause: CommonCause }) {
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

type OfRows = Extract<CommonCause, { about: 'rows' }> & { column: string };

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
