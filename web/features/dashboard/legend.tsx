import { getThemeColor, useMantineTheme } from '@mantine/core';
import classes from './dashboard.module.css';

/** How a part of a bar is drawn, so that parts are told apart without their colours. */
type Look = 'full' | 'striped' | 'dotted';

/** A series of a chart: of bars if it has a look, otherwise a line. */
export interface Drawn {
  name: string;
  label: string;
  color: string;
  look?: Look;
  strokeDasharray?: string;
}

const patternId = (id: string, name: string) => `${id}${name}`;

/** @param id - of the chart's patterns */
export function fillOf(id: string, { name, look }: Drawn) {
  if (look === undefined || look === 'full') return {};
  return { fill: `url(#${patternId(id, name)})` };
}

/** The variable of a colour such as `blue.5`. */
const varOf = (color: string) => `var(--mantine-color-${color.replace('.', '-')})`;

/** What the parts of bars are filled with. */
export function Patterns({ id, series }: { id: string; series: readonly Drawn[] }) {
  return (
    <defs>
      {series.map(({ name, color, look }) => (
        <pattern
          key={name}
          id={patternId(id, name)}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          {...(look === 'striped' && { patternTransform: 'rotate(45)' })}
        >
          <rect width="6" height="6" fill="var(--mantine-color-body)" />
          {look === 'striped' && <rect width="4" height="6" fill={varOf(color)} />}
          {look === 'dotted' && <circle cx="3" cy="3" r="1.5" fill={varOf(color)} />}
        </pattern>
      ))}
    </defs>
  );
}

/** What the lines or the parts of bars of a chart mean, drawn as they are. */
export function Legend({ series, id = '' }: { series: readonly Drawn[]; id?: string }) {
  const theme = useMantineTheme();
  return (
    <ul className={classes.legend}>
      {series.map((one) => {
        const color = getThemeColor(one.color, theme);
        return (
          <li key={one.name}>
            <svg width={one.look ? 14 : 24} height="14">
              {one.look ? (
                <rect x="1" y="1" width="12" height="12" rx="2" fill={color} {...fillOf(id, one)} />
              ) : (
                <line
                  y1="7"
                  y2="7"
                  x2="24"
                  stroke={color}
                  strokeWidth="2"
                  strokeDasharray={one.strokeDasharray}
                />
              )}
            </svg>
            {one.label}
          </li>
        );
      })}
    </ul>
  );
}
