import type { Neighbour, ObjectDependencies } from '../../../contract/dependencies.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import classes from './needs.module.css';

const [WIDTH, HEIGHT, GAP_X, GAP_Y] = [150, 26, 44, 8];
/** Maximum number of letters of a name that fit into its box. */
const LETTERS = 20;

interface Props {
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
export function Drawing({ found, id, name }: Props) {
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
