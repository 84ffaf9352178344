import type { ReactNode } from 'react';
import type { DatabaseType } from '../../contract/database-types.ts';
import type { ObjectType } from '../../contract/engines.ts';
import { Icon, type IconName } from './icons.tsx';
import classes from './marks.module.css';

/** How good something is, for its colour; without one it says nothing. */
export type Tone = 'underway' | 'good' | 'settled' | 'fair' | 'bad';

/** Whoever does not tell the colours apart sees it by the shape. */
export const Dot = ({ tone }: { tone: Tone | undefined }) => (
  <i className={classes.dot} data-tone={tone} aria-hidden="true" />
);

/** A word behind its dot. */
export const Dotted = ({ tone, children }: { tone: Tone | undefined; children: string }) => (
  <span className={classes.dotted} data-tone={tone}>
    <Dot tone={tone} />
    <span className={classes.cut}>{children}</span>
  </span>
);

const TYPE_ICONS = {
  tables: 'table',
  views: 'eye',
  functions: 'function',
  procedures: 'play',
  triggers: 'bolt',
  sequences: 'hash',
} as const satisfies Record<ObjectType, IconName>;

/** A type of object in a word, behind its icon. */
export const TypeName = ({ type, children }: { type: ObjectType; children: string }) => (
  <span className={classes.type}>
    <Icon name={TYPE_ICONS[type]} size={16} />
    <span className={classes.cut}>{children}</span>
  </span>
);

/** Whichever has none has that of a database. */
const ENGINE_ICONS: Partial<Record<DatabaseType['id'], IconName>> = {
  1: 'sqlServer',
  2: 'oracle',
  3: 'mysql',
  4: 'postgresql',
  5: 'sqlite',
  6: 'duckdb',
};

/** The name of an engine, behind its icon. */
export const EngineName = ({ id, children }: { id: DatabaseType['id']; children: string }) => (
  <span className={classes.type}>
    <Icon name={ENGINE_ICONS[id] ?? 'database'} size={16} />
    <span>{children}</span>
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
