import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import { useDirection } from '@mantine/core';
import { useId } from 'react';
import { dayTicks, type ProgressPoint } from './chart-data.ts';
import { type Drawn, fillOf, Legend, Patterns } from './legend.tsx';
import { formatDay, formatNumber } from './format.ts';
import { useTexts } from '../../lib/i18n/index.ts';

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
