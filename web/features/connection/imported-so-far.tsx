import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '../../../contract/endpoint.ts';
import type { Side } from '../../../contract/fields.ts';
import { describeImports } from '../../../contract/inventory.ts';
import { call } from '../../lib/api.ts';
import { formatNumber, formatTime } from '../../lib/format.ts';
import { useObjectWords } from '../../lib/object-texts.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useConnectionTexts } from './texts.ts';

/** What the project has of a side already, and since when. */
export function ImportedSoFar({ projectId, side }: { projectId: number; side: Side }) {
  const t = useConnectionTexts();
  const words = useObjectWords();
  const { data } = useQuery({
    queryKey: queryKeys.imports(projectId),
    queryFn: ({ signal }) => call(describeImports, { params: { id: projectId }, signal }),
  });
  const { types, imported_at, imported_by } = data?.[side] ?? NOTHING;
  const counts = types.map(({ object_type, count, added_at }) => (
    <span key={object_type} title={t('addedAt', { time: formatTime(added_at) })}>
      {`${formatNumber(count)} ${words(object_type)}`}
    </span>
  ));
  return (
    // Its line is there before its words are.
    <Text size="sm" c="dimmed" mih="1.5em">
      {data && counts.length === 0 && t('nothingImported')}
      {counts.flatMap((one, index) => (index === 0 ? [one] : [' · ', one]))}{' '}
      {imported_at && t('lastImport', { time: formatTime(imported_at), person: imported_by ?? '' })}
    </Text>
  );
}

const NOTHING: ResponseOf<typeof describeImports>['source'] = {
  imported_at: null,
  imported_by: null,
  types: [],
};
