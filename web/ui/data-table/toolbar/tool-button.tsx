import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from '../../icons.tsx';
import classes from '../data-table.module.css';

interface Props extends ComponentProps<'button'> {
  icon: IconName;
  label: string;
  /** Whether a setting behind it is in effect. */
  active?: boolean;
  /** Among the first to lose its label when space is short. */
  minor?: boolean;
  /** Rendered after the label, also when the label is hidden. */
  children?: ReactNode;
}

/** A toolbar button; in a narrow table only its icon is shown. */
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
