import { Checkbox, Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Workload } from '../../../contract/workload.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Loaded } from '../../ui/load-failed.tsx';
import { workloadQuery } from '../workload/queries.ts';

/** The people whose work is redistributed, and whether they leave the project. */
export interface MovedWork {
  from: number[];
  leaving: boolean;
}

interface Props {
  projectId: number;
  onChange: (chosen: MovedWork | null) => void;
}

const LATE = 'late';

const openHours = ({ develop, test }: Workload['people'][number]) => develop.hours + test.hours;

/** Asks whose work to redistribute: that of one person, or of everybody with more work than time until the planned end. */
export function WhoseWork({ projectId, onChange }: Props) {
  const t = useTexts('proposal');
  const query = useQuery(workloadQuery(projectId));
  const [who, setWho] = useState('');
  const [isLeaving, setLeaving] = useState(false);
  const choose = (people: Workload['people'], chosen: string, leaving: boolean) => {
    setWho(chosen);
    setLeaving(leaving);
    const from =
      chosen === LATE
        ? people.filter((one) => openHours(one) > one.there).map((one) => one.user_id)
        : [Number(chosen)];
    onChange(chosen === '' ? null : { from, leaving: leaving && chosen !== LATE });
  };
  return (
    <Loaded query={query} height={60}>
      {({ people }) => {
        const busy = people.filter((one) => openHours(one) > 0);
        const late = busy.filter((one) => openHours(one) > one.there);
        if (busy.length === 0) return <Text>{t('nobodyHasWork')}</Text>;
        return (
          <Group gap="md" align="end">
            <NativeSelect
              label={t('whose')}
              value={who}
              onChange={({ currentTarget: { value } }) => choose(people, value, isLeaving)}
              data={[
                { value: '', label: t('choose') },
                ...(late.length > 0
                  ? [{ value: LATE, label: t('allLate', { number: formatNumber(late.length) }) }]
                  : []),
                ...busy.map((one) => ({
                  value: String(one.user_id),
                  label: t('personWith', {
                    name: one.username,
                    hours: formatNumber(Math.round(openHours(one))),
                    there: formatNumber(Math.round(one.there)),
                  }),
                })),
              ]}
            />
            {who !== '' && who !== LATE && (
              <Checkbox
                label={t('leaving')}
                checked={isLeaving}
                onChange={({ currentTarget: { checked } }) => choose(people, who, checked)}
              />
            )}
          </Group>
        );
      }}
    </Loaded>
  );
}
