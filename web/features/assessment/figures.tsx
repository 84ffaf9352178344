import type { CSSProperties, ReactNode } from 'react';
import classes from './assessment.module.css';

interface Props {
  label: string;
  headers: readonly string[];
  /** From this column on, cells hold numbers. */
  numbersFrom?: number;
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** A table that is read, on screen and on paper. */
export function Figures({ label, headers, numbersFrom = headers.length, rows }: Props) {
  const classOf = (index: number) => (index >= numbersFrom ? classes.number : undefined);
  return (
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={label}>
      <table className={classes.table} style={{ '--columns': headers.length } as CSSProperties}>
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
              {cells.map((cell, index) => (
                <td key={headers[index]} className={classOf(index)} dir="auto">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
