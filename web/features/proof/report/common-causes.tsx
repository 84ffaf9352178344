import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CommonCause } from '../../../../contract/proof/common.ts';
import { translateMessage } from '../../../lib/i18n/messages.ts';
import { type Texts, useTexts } from '../../../lib/i18n/index.ts';
import classes from './proof.module.css';
import type { useCommonCauses } from './queries.ts';
import { SettleCause } from './settle-cause.tsx';
import { NotLoaded } from '../../../ui/load-failed.tsx';

interface Props {
  projectId: number;
  query: ReturnType<typeof useCommonCauses>;
  /** The pairs that block for this cause and others of this list alone. */
  pairsOf: (cause: CommonCause) => ReactNode[];
}

/** Causes that prevent several pairs from being settled, with actions that settle all of them. */
export function CommonCauses({ projectId, query, pairsOf }: Props) {
  const t = useTexts('proof');
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
          <SettleCause projectId={projectId} cause={cause} />
          {cause.about === 'definition' && cause.findings > cause.pairs ? (
            <Places projectId={projectId} cause={cause} />
          ) : (
            <Folded title={t('whichPairs')}>{pairsOf(cause)}</Folded>
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

function Folded({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <details className={classes.whole}>
      <summary className={classes.summary}>{title}</summary>
      <ul className={classes.pairs}>{children}</ul>
    </details>
  );
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
