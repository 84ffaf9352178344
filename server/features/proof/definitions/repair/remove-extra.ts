import { type Message, message } from '../../../../../contract/messages/message.ts';
import type { Change, ChangeOf } from '../../../../../connectors/core/ddl/ddl.ts';
import type {
  Key,
  ObjectDefinition,
  TableDefinition,
} from '../../../../../connectors/core/definitions.ts';
import {
  foreignKeyText,
  indexText,
  keyText,
  lettersOf,
  triggerText,
} from '../compare/texts/definition-texts.ts';
import { ruleText } from '../compare/compare-rules.ts';
import { aroundIndexes, holdsColumn } from './held-by-indexes.ts';
import { asTable } from '../compare/keys/kept-indexes.ts';
import type { RawFinding } from '../compare/raw-finding.ts';
import { routineOf } from './repair-grants.ts';
import { type Repair, type RepairSetting, noRepair } from './repair-sides.ts';

type Place = Pick<RepairSetting, 'ddl' | 'path'>;
type Wanted = Pick<RawFinding, 'name' | 'target'>;

/** Statements that remove a part of a table that the source does not have; null for any other finding. */
export function removePart(
  finding: RawFinding,
  target: ObjectDefinition,
  place: Place,
): Repair | null {
  const remover = REMOVERS[finding.code];
  const isOfView = target.kind === 'view' && (finding.part === 'index' || finding.part === 'rule');
  if (!remover || (target.kind !== 'table' && !isOfView)) return null;
  const table = target.kind === 'table' ? target : asTable(target);
  const changes = remover.changes(finding, table, place);
  if (changes === 'needed') return noRepair(message('repair.needed'));
  return asRemoval(changes, place, message(remover.loses));
}

/** Statements that remove an object that has no counterpart on the source. */
export function removeObject(target: ObjectDefinition, place: Place): Repair {
  const [changes, loses] = changesOf(target, place);
  return asRemoval(changes, place, message(loses));
}

function asRemoval(changes: readonly Change[], { ddl, path }: Place, loses: Message): Repair {
  const written = changes.map((change) => ddl.write(change, path));
  if (written.length === 0 || written.includes(null)) return noRepair(message('repair.engine'));
  const removal = (written as string[][]).flat();
  return { statements: null, last: [], removal, unmended: loses };
}

interface Remover {
  loses: 'repair.removes' | 'repair.removesValues' | 'repair.removesText';
  /** Empty where the part cannot be identified; `needed` where the engine needs it for something else. */
  changes(wanted: Wanted, target: TableDefinition, place: Place): Change[] | 'needed';
}

const isNamed =
  ({ name }: Wanted) =>
  (one: { name: string }): boolean =>
    one.name === name && name !== '';

/** By the code of a finding. */
const REMOVERS: Readonly<Record<string, Remover>> = {
  'column.extra': {
    loses: 'repair.removesValues',
    changes({ name }, target, { ddl }) {
      const column = target.columns.find((one) => one.name === name);
      if (!column) return [];
      // An engine that cannot drop keys and checks does not drop a column that one of them names, either.
      if (
        !ddl.write({ kind: 'drop check', name: 'x', ofColumn: false }, ['x']) &&
        holdsColumn(target, column.name)
      )
        return 'needed';
      const dropped = {
        kind: 'drop column',
        name: column.name,
        hasDefault: column.default !== null,
      } as const;
      const changes = aroundIndexes([dropped], target, ddl);
      return Array.isArray(changes) ? changes : [];
    },
  },
  'primaryKey.extra': {
    loses: 'repair.removes',
    changes(_wanted, { primaryKey, ...table }, { ddl }) {
      if (!primaryKey) return [];
      const others = [...table.uniques, ...table.indexes.map(asKey)];
      const numbered = table.columns.filter(({ identity }) => identity).map(({ name }) => name);
      const isForNumbers = numbered.some(
        (name) => !others.some(({ columns }) => columns[0] === name),
      );
      if (ddl.keysIndexed && (isForNumbers || servesKey(primaryKey, table, others)))
        return 'needed';
      return [{ kind: 'drop primary key', name: primaryKey.name }];
    },
  },
  'uniqueKey.extra': {
    loses: 'repair.removes',
    changes({ target: columns }, table, { ddl }) {
      const isIt = (key: Key) => keyText(key) === columns;
      const indexes = table.indexes.filter((index) => index.unique && isPlain(index)).map(asKey);
      const keys = table.uniques.filter(isIt);
      const own = indexes.filter(isIt);
      if (ddl.keysIndexed && isNeeded([...keys, ...own], table)) return 'needed';
      return [
        ...keys.map(({ name }) => ({ kind: 'drop unique key', name }) as const),
        ...own.map(({ name }) => ({ kind: 'drop index', name }) as const),
      ];
    },
  },
  'foreignKey.extra': {
    loses: 'repair.removes',
    changes: (wanted, { foreignKeys }) =>
      foreignKeys
        .filter((key) => isNamed(wanted)(key) && foreignKeyText(key) === wanted.target)
        .map(({ name }) => ({ kind: 'drop foreign key', name })),
  },
  'check.extra': {
    loses: 'repair.removes',
    changes: (wanted, table) =>
      table.checks
        .filter(
          (check) =>
            isNamed(wanted)(check) && check.expression === wanted.target && !check.ofDomain,
        )
        .map((check) => dropCheck(check, table)),
  },
  'index.extra': {
    loses: 'repair.removes',
    changes(wanted, table, { ddl }) {
      const own = table.indexes.filter(
        (index) => isNamed(wanted)(index) && indexText(index) === wanted.target,
      );
      if (ddl.keysIndexed && isNeeded(own.map(asKey), table)) return 'needed';
      return own.map(({ name }) => ({ kind: 'drop index', name }));
    },
  },
  'trigger.extra': {
    loses: 'repair.removesText',
    changes: (wanted, { triggers = [] }, { path }) =>
      triggers
        .filter((trigger) => isNamed(wanted)(trigger) && triggerText(trigger) === wanted.target)
        .map(({ name }) => ({ kind: 'drop trigger', name, on: path })),
  },
  'rule.extra': {
    loses: 'repair.removesText',
    changes: (wanted, { rules = [] }) =>
      rules
        .filter((rule) => isNamed(wanted)(rule) && ruleText(rule) === wanted.target)
        .map(({ name }) => ({ kind: 'drop rule', name })),
  },
};

export const dropCheck = (
  { name }: { name: string },
  { columns }: TableDefinition,
): ChangeOf<'drop check'> => ({
  kind: 'drop check',
  name,
  ofColumn: columns.some(
    (column) => column.kept?.check && column.name.toLowerCase() === name.toLowerCase(),
  ),
});

const isPlain = ({ where, parts }: TableDefinition['indexes'][number]): boolean =>
  where === null && parts.every(({ column }) => column);
/** The columns that an index begins with, as a key. */
const asKey = ({ name, parts }: TableDefinition['indexes'][number]): Key => {
  const columns = parts.map((part) => (part.prefix || lettersOf(part) ? null : part.column));
  const end = columns.indexOf(null);
  return { name, columns: (end === -1 ? columns : columns.slice(0, end)) as string[] };
};

/** Whether dropping these keys would leave a foreign key of the table without an index. */
function isNeeded(gone: readonly Key[], table: TableDefinition): boolean {
  const names = new Set(gone.map(({ name }) => name));
  const others = [
    ...(table.primaryKey ? [table.primaryKey] : []),
    ...table.uniques,
    ...table.indexes.map(asKey),
  ].filter((key) => key === table.primaryKey || !names.has(key.name));
  return gone.some((key) => servesKey(key, table, others));
}

function servesKey(
  key: Key,
  { foreignKeys }: Pick<TableDefinition, 'foreignKeys'>,
  others: readonly Key[],
): boolean {
  const serves = (index: Key, columns: readonly string[]) =>
    columns.every((_, place) => columns.includes(index.columns[place] ?? ''));
  return foreignKeys.some(
    ({ columns }) => serves(key, columns) && !others.some((other) => serves(other, columns)),
  );
}

function changesOf(
  target: ObjectDefinition,
  { path }: Place,
): [Change[], 'repair.removes' | 'repair.removesRows' | 'repair.removesText'] {
  switch (target.kind) {
    case 'table':
      return [[{ kind: 'drop object', what: 'table' }], 'repair.removesRows'];
    case 'view':
      return [
        [{ kind: 'drop object', what: target.materialised ? 'materialized view' : 'view' }],
        'repair.removesText',
      ];
    case 'sequence':
      return [[{ kind: 'drop object', what: 'sequence' }], 'repair.removes'];
    case 'trigger': {
      const { name, schema, table } = target;
      // The end of `name on table` may or may not be part of the name.
      const isKnown = !name.endsWith(` on ${table}`);
      return [
        isKnown ? [{ kind: 'drop trigger', name, on: [schema, table] }] : [],
        'repair.removesText',
      ];
    }
    default: {
      const routine = routineOf(target);
      const isHere = routine && target.signature?.path[0] === path[0];
      return [isHere ? [{ kind: 'drop routine', routine }] : [], 'repair.removesText'];
    }
  }
}
