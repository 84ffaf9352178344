import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import { getThemeColor, useDirection, useMantineTheme } from '@mantine/core';
import { useId } from 'react';
import { type ProgressPoint, dayTicks } from './chart-data.ts';
import { formatDay, formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import classes from './dashboard.module.css';

/** How a part of a bar is drawn, so that parts are told apart without their colours. */
type Look = 'full' | 'striped' | 'dotted';

/** A series of a chart: of bars if it has a look, otherwise a line. */
interface Drawn {
  name: string;
  label: string;
  color: string;
  look?: Look;
  strokeDasharray?: string;
}

const patternId = (id: string, name: string) => `${id}${name}`;

/** @param id - of the chart's patterns */
function fillOf(id: string, { name, look }: Drawn) {
  if (look === undefined || look === 'full') return {};
  return { fill: `url(#${patternId(id, name)})` };
}

/** The variable of a colour such as `blue.5`. */
const varOf = (color: string) => `var(--mantine-color-${color.replace('.', '-')})`;

/** What the parts of bars are filled with. */
function Patterns({ id, series }: { id: string; series: readonly Drawn[] }) {
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
function Legend({ series, id = '' }: { series: readonly Drawn[]; id?: string }) {
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

/**
 * SVG anchors text by the direction of the page, which the chart library ignores. So the chart itself stays left to right, and
 * its axes are reversed instead.
 */
function useTurned() {
  const rtl = useDirection().dir === 'rtl';
  return {
    x: rtl ? { reversed: true } : {},
    y: rtl ? { orientation: 'right' as const, tickMargin: 14 } : {},
  };
}

interface ProgressProps {
  height: number;
  points: ProgressPoint[];
  /** A time of the current day. */
  today: string;
}

export function ProgressChart({ height, points, today }: ProgressProps) {
  const t = useTexts('dashboard');
  const turned = useTurned();
  const series = [
    { name: 'plan', label: t('plan'), color: 'gray.6', strokeDasharray: '5 5' },
    { name: 'migrated', label: t('headMigrated'), color: 'blue.5', strokeDasharray: '2 3' },
    { name: 'verified', label: t('headVerified'), color: 'green.7' },
  ];
  return (
    <div dir="ltr">
      <LineChart
        h={height}
        data={points as unknown as Record<string, number>[]}
        dataKey="time"
        series={series}
        curveType="linear"
        withDots={false}
        referenceLines={[
          {
            x: Date.parse(`${today.slice(0, 10)}T00:00:00Z`),
            label: t('today'),
            color: 'var(--mantine-color-dimmed)',
            // Beside the line, which would otherwise strike it through.
            labelPosition: 'insideTopRight',
          },
        ]}
        connectNulls
        valueFormatter={(value) => formatNumber(Math.round(value))}
        xAxisProps={{
          type: 'number',
          scale: 'time',
          domain: ['dataMin', 'dataMax'],
          ticks: dayTicks(points),
          tickFormatter: formatDay,
          ...turned.x,
        }}
        yAxisProps={{ width: 48, ...turned.y }}
        tooltipProps={{
          // Also called while the tooltip shows nothing.
          labelFormatter: (label: unknown) => (label ? formatDay(Number(label)) : ''),
        }}
        lineChartProps={{ accessibilityLayer: false }}
        lineProps={{ isAnimationActive: false }}
      />
      <Legend series={series} />
    </div>
  );
}

interface BarsProps {
  height: number;
  data: ({ label: string } & Record<string, unknown>)[];
  series: Drawn[];
}

/** Horizontal stacked bars, so that the names can be read. */
export function BarsChart({ height, data, series }: BarsProps) {
  const turned = useTurned();
  const id = useId();
  const longest = Math.max(...data.map(({ label }) => label.length));
  return (
    <div dir="ltr">
      <BarChart
        h={height}
        data={data}
        dataKey="label"
        type="stacked"
        orientation="vertical"
        series={series}
        valueFormatter={formatNumber}
        gridAxis="x"
        xAxisProps={{ allowDecimals: false, ...turned.x }}
        yAxisProps={{ interval: 0, width: Math.min(160, 16 + longest * 7), ...turned.y }}
        maxBarWidth={22}
        barChartProps={{ accessibilityLayer: false }}
        barProps={(one) => ({ isAnimationActive: false, ...fillOf(id, one as Drawn) })}
      >
        <Patterns id={id} series={series} />
      </BarChart>
      <Legend series={series} id={id} />
    </div>
  );
}
