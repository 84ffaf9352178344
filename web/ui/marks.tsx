import type { ReactNode } from 'react';
import type { DatabaseType } from '../../contract/database-types.ts';
import type { ObjectType } from '../../contract/engines.ts';
import { Icon, type IconName } from './icons.tsx';
import classes from './marks.module.css';

/** How good something is; determines its colour. Without a tone it is neutral. */
export type Tone = 'underway' | 'good' | 'settled' | 'likely' | 'fair' | 'absent' | 'bad';

/** A dot whose shape conveys the tone to users who cannot distinguish the colours. */
export const Dot = ({ tone }: { tone: Tone | 'inapplicable' | undefined }) => (
  <i className={classes.dot} data-tone={tone} aria-hidden="true" />
);

/** A word after its dot. */
export const Dotted = ({ tone, children }: { tone: Tone | undefined; children: string }) => (
  <span className={classes.dotted} data-tone={tone} data-sign>
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

/** The name of an object type after its icon. */
export const TypeName = ({ type, children }: { type: ObjectType; children: string }) => (
  <span className={classes.type}>
    <Icon name={TYPE_ICONS[type]} size={16} />
    <span className={classes.cut}>{children}</span>
  </span>
);

/** An object type by its icon alone, where there is no room for the word. */
export const TypeIcon = ({ type, name }: { type: ObjectType; name: string }) => (
  <span role="img" aria-label={name} title={name}>
    <Icon name={TYPE_ICONS[type]} size={16} />
  </span>
);

type EngineId = DatabaseType['id'];

/** Engines without an entry have the icon of a database. */
const ENGINE_ICONS: Partial<Record<EngineId, IconName>> = {
  1: 'sqlServer',
  2: 'oracle',
  3: 'mysql',
  4: 'postgresql',
  5: 'sqlite',
  6: 'duckdb',
};

/** Two engines by their icons alone, with an arrow from one to the other. */
export const EngineWay = ({
  from,
  to,
  name,
}: Record<'from' | 'to', EngineId> & { name: string }) => (
  <span className={classes.way} role="img" aria-label={name} title={name}>
    <Icon name={ENGINE_ICONS[from] ?? 'database'} size={16} />
    <span className={classes.arrow}>→</span>
    <Icon name={ENGINE_ICONS[to] ?? 'database'} size={16} />
  </span>
);

/** The name of an engine after its icon. */
export const EngineName = ({ id, children }: { id: EngineId; children: string }) => (
  <span className={classes.type}>
    <Icon name={ENGINE_ICONS[id] ?? 'database'} size={16} />
    <span>{children}</span>
  </span>
);

/** A name followed by marks of what the databases have done to the object. */
export const Named = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <span className={classes.named}>
    <span className={classes.cut}>{name}</span> {children}
  </span>
);

interface MarkProps {
  title: string;
  /** Icon that replaces the word where names need the space, or beside which there is none; its tooltip is the title. */
  sign?: string;
  children?: string;
}

export const Mark = ({ title, sign, children }: MarkProps) =>
  sign !== undefined && children !== undefined ? (
    <span className={classes.mark} title={title} data-sign>
      <span className={classes.word}>{children}</span>
      <span className={classes.sign} aria-hidden="true">
        {sign}
      </span>
    </span>
  ) : (
    <span
      className={classes.mark}
      title={title}
      data-sign
      {...(sign !== undefined && { role: 'img', 'aria-label': title })}
    >
      {sign ?? children}
    </span>
  );
