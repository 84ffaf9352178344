import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '../../../contract/endpoint.ts';
import type { Side } from '../../../contract/fields.ts';
import { describeImports } from '../../../contract/inventory.ts';
import { call } from '../../lib/api.ts';
import { formatRelative, formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { queryKeys } from '../../lib/query-keys.ts';

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
