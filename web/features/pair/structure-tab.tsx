import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PairRow } from '../../../contract/pairs.ts';
import { formatRelative } from '../../lib/format.ts';
import { CompareButton } from './compare-button.tsx';
import { Definitions } from './definitions.tsx';
import { Findings } from './findings.tsx';
import { Loaded } from './loaded.tsx';
import { structureQuery } from './queries.ts';
import { usePairTexts } from './texts.ts';

/** Both definitions side by side, and what differs. */
export function StructureTab({ pair }: { pair: PairRow }) {
  const t = usePairTexts();
  const query = useQuery(structureQuery(pair.Project_Id, pair.id));
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text>
          {pair.structure_at && pair.structure_result
            ? t('structureSentence', {
                result: t(`result_${pair.structure_result}`),
                when: formatRelative(pair.structure_at),
              })
            : t('structureNever')}
        </Text>
        <CompareButton pair={pair} kind="structure" />
      </Group>
      <Loaded query={query}>
        {({ snapshots, findings }) => (
          <>
            <Findings pair={pair} findings={findings} compared={pair.structure_at !== null} />
            <Definitions snapshots={snapshots} findings={findings} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}
