import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Neighbour, ObjectDependencies } from '../../../contract/dependencies.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Loaded } from '../../ui/load-failed.tsx';
import { Drawing } from './drawing.tsx';
import { fullName } from './order-lists.tsx';
import { objectQuery } from './queries.ts';
import classes from './needs.module.css';

interface Props {
  projectId: number;
  objectId: number;
  name: string;
}

/** The dependencies and dependents of an object, two steps deep: as a drawing, and as lists. */
export function Needs({ projectId, objectId, name }: Props) {
  const query = useQuery(objectQuery(projectId, objectId));
  return (
    <Loaded query={query} height={120}>
      {(found) => <Found found={found} id={objectId} name={name} />}
    </Loaded>
  );
}

function Found({ found, id, name }: { found: ObjectDependencies; id: number; name: string }) {
  const t = useTexts('dependencies');
  if (found.read_at === null) return <Text size="sm">{t('neverRead')}</Text>;
  const around = (sign: 1 | -1) =>
    found.neighbours
      .filter(({ step }) => step * sign > 0)
      .toSorted((one, other) => Math.abs(one.step) - Math.abs(other.step));
  const { more_needs: moreNeeds, more_needed_by: moreNeededBy, late } = found;
  return (
    <Stack gap="xs">
      <Text size="sm">{late === 0 ? t('lateNothing') : t('late', { count: late })}</Text>
      {found.unknown && <Text size="sm">{t('dynamic')}</Text>}
      {found.outside.length > 0 && (
        <Text size="sm">
          {t('outsideOf', { names: found.outside.map((one) => one.name).join(', ') })}
        </Text>
      )}
      {found.neighbours.length > 1 && <Drawing found={found} id={id} name={name} />}
      <div className={classes.lists}>
        <Around
          title={t('needs')}
          none={t('nothingNeeded')}
          objects={around(-1)}
          more={moreNeeds}
          found={found}
        />
        <Around
          title={t('isNeededBy')}
          none={t('neededByNothing')}
          objects={around(1)}
          more={moreNeededBy}
          found={found}
        />
      </div>
    </Stack>
  );
}

interface AroundProps {
  title: string;
  none: string;
  objects: readonly Neighbour[];
  more: number;
  found: ObjectDependencies;
}

function Around({ title, none, objects, more, found }: AroundProps) {
  const t = useTexts('dependencies');
  const words = useTexts('object-words');
  /** The reason for the dependency that leads one step closer to the object. */
  const reasonOf = (one: Neighbour): string => {
    const nearer = found.neighbours.filter(
      ({ step }) => Math.abs(step) === Math.abs(one.step) - 1 && step * one.step >= 0,
    );
    const edge = found.edges.find(({ from, needs }) =>
      nearer.some(({ object_id: id }) =>
        one.step < 0
          ? from === id && needs === one.object_id
          : needs === id && from === one.object_id,
      ),
    );
    if (!edge) return '';
    const parts = [t(`kind_${edge.kind}`), t(`origin_${edge.origin}`)];
    return [...parts, ...(edge.in_cycle ? [t('inCycle')] : [])].join(', ');
  };
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {objects.length === 0 && <Text size="sm">{none}</Text>}
      <ul className={classes.list}>
        {objects.map((one) => (
          <li key={one.object_id}>
            <bdi>{fullName(one)}</bdi>{' '}
            <Text span size="sm" c="dimmed">
              {[
                words(one.object_type),
                words(one.status),
                t('step', { count: Math.abs(one.step) }),
                reasonOf(one),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </li>
        ))}
        {more > 0 && <li>{t('more', { count: more })}</li>}
      </ul>
    </div>
  );
}
