import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Neighbour, ObjectDependencies } from '../../../contract/dependencies.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Loaded } from '../../ui/load-failed.tsx';
import { fullName } from './order-lists.tsx';
import { objectQuery } from './queries.ts';
import classes from './needs.module.css';
import { listOf } from '../../lib/format.ts';

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
    return listOf([...parts, ...(edge.in_cycle ? [t('inCycle')] : [])]);
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

const [WIDTH, HEIGHT, GAP_X, GAP_Y] = [150, 26, 44, 8];
/** Maximum number of letters of a name that fit into its box. */
const LETTERS = 20;

interface DrawingProps {
  found: ObjectDependencies;
  id: number;
  name: string;
}

interface Box extends Neighbour {
  x: number;
  y: number;
}

/** Lays out one column per step; within a column, an object is placed near the objects that it is connected to. */
function place({ neighbours, edges }: ObjectDependencies) {
  const steps = [0, -1, 1, -2, 2].filter((step) => neighbours.some((one) => one.step === step));
  const columns = steps.toSorted((one, other) => one - other);
  const boxes = new Map<number, Box>();
  let tallest = 0;
  for (const step of steps) {
    const heightOf = (id: number): number => {
      const near = edges
        .flatMap(({ from, needs }) => (from === id ? [needs] : needs === id ? [from] : []))
        .flatMap((other) => boxes.get(other)?.y ?? []);
      return near.length === 0 ? 0 : near.reduce((sum, y) => sum + y, 0) / near.length;
    };
    const members = neighbours
      .filter((one) => one.step === step)
      .map((one) => ({ one, near: heightOf(one.object_id) }))
      .toSorted((one, other) => one.near - other.near);
    tallest = Math.max(tallest, members.length);
    const top = -(members.length * (HEIGHT + GAP_Y) - GAP_Y) / 2;
    for (const [at, { one }] of members.entries())
      boxes.set(one.object_id, {
        ...one,
        x: columns.indexOf(step) * (WIDTH + GAP_X),
        y: top + at * (HEIGHT + GAP_Y),
      });
  }
  const height = tallest * (HEIGHT + GAP_Y) - GAP_Y;
  return { boxes, width: columns.length * (WIDTH + GAP_X) - GAP_X, height };
}

const short = (name: string): string =>
  name.length > LETTERS ? `${name.slice(0, LETTERS - 1)}…` : name;

/** Draws dependencies on the left and dependents on the right; the lists below contain the same. */
function Drawing({ found, id, name }: DrawingProps) {
  const t = useTexts('dependencies');
  const { boxes, width, height } = place(found);
  return (
    <div
      className={classes.drawing}
      dir="ltr"
      tabIndex={0}
      role="group"
      aria-label={t('drawing', { name })}
    >
      <svg
        width={width + 4}
        height={height + 4}
        viewBox={`-2 ${-height / 2 - 2} ${width + 4} ${height + 4}`}
        aria-hidden
      >
        {found.edges.map(({ from, needs, kind, in_cycle: inCycle }) => {
          const [one, other] = [boxes.get(from), boxes.get(needs)];
          if (!one || !other || one.x === other.x) return null;
          const leftFirst = other.x < one.x;
          const [start, end] = leftFirst ? [other, one] : [one, other];
          const [x1, y1] = [start.x + WIDTH, start.y + HEIGHT / 2];
          const [x2, y2] = [end.x, end.y + HEIGHT / 2];
          const middle = (x1 + x2) / 2;
          return (
            <path
              key={`${from} ${needs} ${kind}`}
              className={classes.edge}
              data-kind={kind}
              data-cycle={inCycle || undefined}
              d={`M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`}
            />
          );
        })}
        {[...boxes.values()].map(({ object_id: own, object_name: label, status, x, y }) => (
          <g key={own} transform={`translate(${x} ${y})`}>
            <title>{label}</title>
            <rect
              className={classes.box}
              data-own={own === id || undefined}
              data-status={status}
              width={WIDTH}
              height={HEIGHT}
              rx={4}
            />
            <text className={classes.label} x={8} y={17}>
              {short(label)}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}
