import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { OBJECT_TYPES } from '../../../contract/engines.ts';
import type { Side } from '../../../contract/fields.ts';
import { listSourceObjects, listTargetObjects, type ObjectRow } from '../../../contract/objects.ts';
import { call } from '../../lib/api.ts';
import { formatNumber, formatTime, formatRelative } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Loaded } from '../../ui/load-failed.tsx';
import { TypeName } from '../../ui/marks.tsx';
import classes from './connection.module.css';
import type { ResponseOf } from '../../../contract/endpoint.ts';
import { describeImports } from '../../../contract/inventory.ts';

export type Imports = ResponseOf<typeof describeImports>[Side];

export const useImports = (projectId: number) =>
  useQuery({
    queryKey: queryKeys.imports(projectId),
    queryFn: ({ signal }) => call(describeImports, { params: { id: projectId }, signal }),
  }).data;

/** The objects of a side that were imported already, and when. */
export function ImportedSoFar({ imports }: { imports: Imports | undefined }) {
  const t = useTexts('connection');
  // Reserves the height until the data arrives.
  if (!imports) return <Text size="sm" mih="1.55em" />;
  const { types, imported_at: at, imported_by: by, read_at: read } = imports;
  if (types.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('nothingImported')}
        {read && (
          <>
            {' · '}
            <LastRead at={read} />
          </>
        )}
      </Text>
    );
  }
  const count = types.reduce((sum, type) => sum + type.count, 0);
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('reportCount', { count })}
        {read && (
          <>
            {' · '}
            <LastRead at={read} />
          </>
        )}
        {at && (
          <>
            {' · '}
            <time dateTime={at} title={formatTime(at)}>
              {t('lastImport', { time: formatRelative(at), person: by ?? '' })}
            </time>
          </>
        )}
      </Text>
    </>
  );
}

/** When all of the database was last read. */
export function LastRead({ at }: { at: string }) {
  const t = useTexts('connection');
  return (
    <time dateTime={at} title={formatTime(at)}>
      {t('lastRead', { time: formatRelative(at) })}
    </time>
  );
}

/** Names that are shown here; the list of results has all of them. */
const MOST = 200;

interface Props {
  projectId: number;
  side: Side;
  type: Imports['types'][number];
  /** Whether it is open at first. */
  isFirst: boolean;
}

/** What was imported of a side, by type. */
export function ImportedNames({
  imports,
  ...place
}: Pick<Props, 'projectId' | 'side'> & { imports: Imports | undefined }) {
  return (
    <div>
      {imports?.types.map((type, index) => (
        <NamesOfType key={type.object_type} {...place} type={type} isFirst={index === 0} />
      ))}
    </div>
  );
}

/** How many objects of a type were imported; opens to their names. */
function NamesOfType({ projectId, side, type, isFirst }: Props) {
  const t = useTexts('connection');
  const words = useTexts('object-words');
  const { object_type: name, count, added_at: at } = type;
  const [open, setOpen] = useState(isFirst && count <= MOST);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.type} title={t('addedAt', { time: formatTime(at) })}>
        <TypeName type={name}>{`${words(name)}: ${formatNumber(count)}`}</TypeName>
      </summary>
      {open && <Names {...{ projectId, side, type }} />}
    </details>
  );
}

/** About the height in pixels of so many names, in two columns: what stands below them stays in its place once they arrive. */
const heightOf = (count: number): number => Math.min(260, 4 + 28 * Math.ceil(count / 2)) + 8;

function Names({ projectId, side, type }: Omit<Props, 'isFirst'>) {
  const t = useTexts('connection');
  const words = useTexts('object-words');
  const { object_type: name, count } = type;
  const query = useQuery({
    queryKey: queryKeys.objectList(projectId, side, ['imported', name]),
    queryFn: ({ signal }) =>
      call(side === 'source' ? listSourceObjects : listTargetObjects, {
        params: { id: projectId },
        query: {
          'filter[object_type_id]': String(OBJECT_TYPES[name]),
          sort: 'schema_name,object_name',
          limit: String(MOST),
        },
        signal,
      }),
  });
  return (
    <Loaded query={query} height={heightOf(count)}>
      {(rows) => (
        <>
          <div className={classes.scroll} tabIndex={0} role="group" aria-label={words(name)}>
            <ul className={classes.names}>
              {rows.map((row) => (
                <li key={row.source_objectid ?? row.target_objectid}>
                  <Name projectId={projectId} row={row} rows={rows} />
                </li>
              ))}
            </ul>
          </div>
          {rows.length < count && (
            <Text size="sm" c="dimmed">
              {t('firstNames', { shown: rows.length })}
            </Text>
          )}
        </>
      )}
    </Loaded>
  );
}

interface NameProps {
  projectId: number;
  row: ObjectRow;
  rows: readonly ObjectRow[];
}

/** A name with its schema where there are several; leads to its pair. */
function Name({ projectId, row, rows }: NameProps) {
  const { schema_name: schema, object_name: name, pair_id: pair } = row;
  const isAlone = rows.every((other) => other.schema_name === schema);
  const text = <bdi>{isAlone ? name : `${schema}.${name}`}</bdi>;
  if (pair === null) return text;
  return (
    <Anchor
      renderRoot={(props) => (
        <Link to="/pair" search={{ project: projectId, pair } as never} {...props} />
      )}
      inherit
    >
      {text}
    </Anchor>
  );
}
