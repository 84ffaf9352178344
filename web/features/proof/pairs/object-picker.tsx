import { MultiSelect, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Side } from '../../../../contract/fields.ts';
import { listSourceObjects, listTargetObjects } from '../../../../contract/objects.ts';
import { call, errorText } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { objectId } from '../../../ui/object-list.ts';
import { usePairTexts } from './texts.ts';

export interface Picked {
  id: number;
  name: string;
}
const SHOWN = 50;
const DELAY_MS = 200;

interface Props {
  side: Side;
  projectId: number;
  /** Only objects of this type may be linked with each other. */
  typeId: number;
  picked: readonly Picked[];
  onChange: (picked: Picked[]) => void;
}

/** Objects of one side, looked for on the server. */
export function ObjectPicker({ side, projectId, typeId, picked, onChange }: Props) {
  const t = usePairTexts();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), DELAY_MS);
  const found = useQuery({
    queryKey: queryKeys.objectPicker(projectId, side, typeId, q),
    queryFn: async ({ signal }) => {
      const query = {
        'filter[object_type_id]': String(typeId),
        limit: String(SHOWN),
        ...(q && { q }),
      };
      const rows = await call(side === 'source' ? listSourceObjects : listTargetObjects, {
        params: { id: projectId },
        query,
        signal,
      });
      return rows.map((row) => ({
        id: objectId(row),
        name: [row.schema_name, row.object_name].filter(Boolean).join('.'),
      }));
    },
    placeholderData: keepPreviousData,
  });
  const known = new Map([...picked, ...(found.data ?? [])].map((one) => [String(one.id), one]));
  return (
    <div>
      <MultiSelect
        label={t(side === 'source' ? 'sourceObjects' : 'targetObjects')}
        placeholder={t('findObjects')}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        // The server has looked already.
        filter={({ options }) => options}
        data={[...known].map(([value, { name }]) => ({ value, label: name }))}
        value={picked.map(({ id }) => String(id))}
        onChange={(ids) => onChange(ids.flatMap((one) => known.get(one) ?? []))}
        nothingFoundMessage={t('noObjects')}
        hidePickedOptions
        maxDropdownHeight={200}
        // Below, it would lie on the dialog's buttons.
        comboboxProps={{ position: 'top-start', offset: 30 }}
      />
      {found.isError && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {t('listFailed', { reason: errorText(found.error) })}
        </Text>
      )}
    </div>
  );
}
