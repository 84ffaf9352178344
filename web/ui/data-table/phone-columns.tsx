import classes from './data-table.module.css';
import { textOf, type Column } from './types.ts';

const PLACES = { first: 0, last: 2 };
const placeOf = <R,>({ phone }: Column<R>) => (phone?.place ? PLACES[phone.place] : 1);

/** The columns on a phone: the most important ones first, with details on a second line. */
export function phoneColumns<R>(columns: readonly Column<R>[]): Column<R>[] {
  return columns.toSorted((a, b) => placeOf(a) - placeOf(b)).map(withSecondLine);
}

function withSecondLine<R>(column: Column<R>): Column<R> {
  const under = column.phone?.under;
  if (!under) return column;
  const cell = (row: R) => (
    <>
      <div className={classes.upper}>{column.cell ? column.cell(row) : textOf(column, row)}</div>
      <div className={classes.under}>{under(row)}</div>
    </>
  );
  return { ...column, cell };
}
