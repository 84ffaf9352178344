import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from '../icons.tsx';
import classes from './data-table.module.css';

interface Props extends ComponentProps<'button'> {
  icon: IconName;
  label: string;
  /** Something is in force behind it. */
  active?: boolean;
  /** First to lose its word where there is little room. */
  minor?: boolean;
  /** After the label, and in sight where there is no room for that. */
  children?: ReactNode;
}

/** A quiet button of the toolbar; where the table is narrow its icon stands alone. */
export function ToolButton({ icon, label, active, minor, children, ...rest }: Props) {
  return (
    <button
      type="button"
      title={label}
      aria-label={minor ? label : undefined}
      {...rest}
      className={classes.tool}
      data-active={active || undefined}
      data-minor={minor || undefined}
    >
      <Icon name={icon} size={16} />
      <span className={classes.toolLabel}>{label}</span>
      {children}
    </button>
  );
}
