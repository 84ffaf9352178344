import classes from './chevron.module.css';

/** Before what folds: down when it is open, else towards the text. */
export function Chevron({ open }: { open: boolean }) {
  return (
    <span aria-hidden="true" className={open ? '' : classes.closed}>
      {open ? '▾' : '▸'}
    </span>
  );
}
