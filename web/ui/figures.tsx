import type { CSSProperties, ReactNode } from 'react';
import classes from './figures.module.css';
import { Sideways } from './sideways.tsx';

export interface FigureRow {
  key: string;
  cells: readonly ReactNode[];
}

interface TableProps {
  label: string;
  headers: readonly string[];
  /** Index of the first column with numbers. */
  numbersFrom?: number;
  /** Number of columns with numbers, if others follow. */
  numbers?: number;
  rows: readonly FigureRow[];
}

/** A row identified by its first cell. */
export const namedRow = (name: string, ...figures: ReactNode[]): FigureRow => ({
  key: name,
  cells: [name, ...figures],
});

/** A read-only table, on screen and in print; if too wide, it scrolls, also by keyboard. */
export function Figures({
  short = false,
  ...table
}: TableProps & {
  /** Limited to the height of a chart; scrolls beyond it. */
  short?: boolean;
}) {
  return (
    <Sideways label={table.label} className={short ? classes.short : undefined}>
      <FigureTable {...table} />
    </Sideways>
  );
}

/** From this number of columns on, the page is printed in landscape format. */
const WIDE = 8;

/** The table without scrolling, for example in text for screen readers only. */
export function FigureTable({
  label,
  headers,
  numbersFrom = 1,
  numbers = Infinity,
  rows,
}: TableProps) {
  const classOf = (index: number) =>
    index >= numbersFrom && index < numbersFrom + numbers ? classes.number : undefined;
  return (
    <table
      className={`${classes.table} ${headers.length >= WIDE ? classes.wide : ''}`}
      style={{ '--columns': headers.length } as CSSProperties}
      aria-label={label}
    >
      <thead>
        <tr>
          {headers.map((header, index) => (
            <th key={header} scope="col" className={classOf(index)}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, index) =>
              index === 0 && numbersFrom > 0 ? (
                <th key={headers[index]} scope="row" dir="auto">
                  <span className={classes.name}>{cell}</span>
                </th>
              ) : (
                <td key={headers[index]} className={classOf(index)} dir="auto">
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
