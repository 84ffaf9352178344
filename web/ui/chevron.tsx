import classes from './chevron.module.css';

/** Marks a collapsible section: points down when open, otherwise towards the text. */
export function Chevron({ open }: { open: boolean }) {
  return (
    <span aria-hidden="true" className={open ? '' : classes.closed}>
      {open ? '▾' : '▸'}
    </span>
  );
}
