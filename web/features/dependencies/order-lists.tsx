import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type DependencyLists, MAX_LISTED } from '../../../contract/dependencies.ts';
import { formatNumber, listOf } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Loaded } from '../../ui/load-failed.tsx';
import { Figures } from '../../ui/figures.tsx';
import { listsQuery } from './queries.ts';

export const fullName = ({
  schema_name: schema,
  object_name: name,
}: {
  schema_name: string;
  object_name: string;
}): string => (schema === '' ? name : `${schema}.${name}`);

/** Lists of cycles, blockers, objects outside of the project, and unknown dependencies. */
export function OrderLists({ projectId }: { projectId: number }) {
  const lists = useQuery(listsQuery(projectId));
  return (
    <Loaded query={lists} height={320}>
      {(found) => (
        <Stack gap="lg">
          <Blockers lists={found} projectId={projectId} />
          <Cycles lists={found} />
          <Outside lists={found} />
          <Unknown lists={found} />
        </Stack>
      )}
    </Loaded>
  );
}

interface Props {
  lists: DependencyLists;
}

function Part({ title, none, children }: { title: string; none: boolean; children: ReactNode }) {
  if (none) return <Text>{title}</Text>;
  return (
    <section>
      <Title order={2} size="h4" mb={8}>
        {title}
      </Title>
      {children}
    </section>
  );
}

/** States how much of a list is not shown. */
function Cut({ shown, count }: { shown: number; count: number }) {
  const t = useTexts('dependencies');
  if (count <= shown) return null;
  return (
    <Text size="sm" c="dimmed" mt={4}>
      {t('firstListed', { shown })}
    </Text>
  );
}

function Blockers({ lists: { blockers }, projectId }: Props & { projectId: number }) {
  const t = useTexts('dependencies');
  const words = useTexts('object-words');
  const none = blockers.length === 0;
  const title = t(none ? 'noBlockers' : 'blockers');
  return (
    <Part title={title} none={none}>
      <Figures
        label={title}
        headers={[t('object'), t('type'), t('blocks')]}
        numbersFrom={2}
        rows={blockers.map((one) => ({
          key: String(one.object_id),
          cells: [
            <Anchor
              key="name"
              component={Link}
              inherit
              to="/waves"
              search={{ project: projectId, tab: 'objects', q: one.object_name } as never}
            >
              <bdi>{fullName(one)}</bdi>
            </Anchor>,
            words(one.object_type),
            formatNumber(one.blocks),
          ],
        }))}
      />
      {blockers.length >= MAX_LISTED && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('biggestListed', { shown: blockers.length })}{' '}
          <Anchor
            component={Link}
            inherit
            to="/waves"
            search={{ project: projectId, tab: 'objects', 'f.standing': 'blocked' } as never}
          >
            {t('allBlocked')}
          </Anchor>
        </Text>
      )}
    </Part>
  );
}

function Cycles({ lists: { cycles, cycle_count: count } }: Props) {
  const t = useTexts('dependencies');
  const title = count === 0 ? t('noCycles') : t('cycles', { count });
  return (
    <Part title={title} none={count === 0}>
      <Figures
        label={title}
        headers={[t('side'), t('cycleObjects'), t('loosest')]}
        numbersFrom={3}
        rows={cycles.map(({ cycle, side, objects, count: all, loosest }) => ({
          key: `${side} ${cycle}`,
          cells: [
            t(side),
            listOf([
              ...objects.map(fullName),
              ...(all > objects.length ? [t('cycleMore', { count: all - objects.length })] : []),
            ]),
            t('loosestOf', {
              from: loosest.from,
              to: loosest.to,
              kind: t(`kind_${loosest.kind}`),
            }),
          ],
        }))}
      />
      <Cut shown={cycles.length} count={count} />
    </Part>
  );
}

function Outside({ lists: { outside, outside_count: count } }: Props) {
  const t = useTexts('dependencies');
  const title = count === 0 ? t('noOutside') : t('outside', { count });
  return (
    <Part title={title} none={count === 0}>
      <Figures
        label={title}
        headers={[t('side'), t('name'), t('why'), t('neededBy')]}
        numbersFrom={4}
        rows={outside.map(({ side, name, kind, origin, count: by, needed_by: first }) => ({
          key: `${side} ${name} ${kind} ${origin}`,
          cells: [
            t(side),
            <bdi key="name">{name}</bdi>,
            `${t(`kind_${kind}`)}, ${t(`origin_${origin}`)}`,
            by > 1 ? t('neededByMore', { name: first, count: by - 1 }) : first,
          ],
        }))}
      />
      <Cut shown={outside.length} count={count} />
    </Part>
  );
}

function Unknown({ lists: { unknown, unknown_count: count } }: Props) {
  const t = useTexts('dependencies');
  if (count === 0) return null;
  const rest = count - unknown.length;
  return (
    <Part title={t('unknown', { count })} none={false}>
      <Text size="sm">
        {listOf(unknown.map(fullName))}
        {rest > 0 && `, ${t('more', { count: rest })}`}
      </Text>
    </Part>
  );
}
