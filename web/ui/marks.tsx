import type { ReactNode } from 'react';
import classes from './marks.module.css';

/** How good something is, for its colour; without one it says nothing. */
export type Tone = 'underway' | 'good' | 'fair' | 'bad';

/** A word behind a dot of its colour. */
export const Dotted = ({ tone, children }: { tone: Tone | undefined; children: string }) => (
  <span className={classes.dotted} data-tone={tone}>
    <span className={classes.cut}>{children}</span>
  </span>
);

/** A name, and behind it what the databases have done to what it names. */
export const Named = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <span className={classes.named}>
    <span className={classes.cut}>{name}</span> {children}
  </span>
);

interface MarkProps {
  title: string;
  /** Where names need the room, a sign that says the title; else a word that it explains. */
  sign?: string;
  children?: string;
}

export const Mark = ({ title, sign, children }: MarkProps) => (
  <span
    className={classes.mark}
    title={title}
    {...(sign !== undefined && { role: 'img', 'aria-label': title })}
  >
    {sign ?? children}
  </span>
);
