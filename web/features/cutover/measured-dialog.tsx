import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Measured, getMeasured, takeMeasured } from '../../../contract/cutover-runs.ts';
import { call } from '../../lib/api.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Loaded } from '../../ui/load-failed.tsx';
import { Figures } from '../../ui/figures.tsx';
import { runbookQuery } from './queries.ts';

interface Props {
  projectId: number;
  run: number;
  onClose: () => void;
}

/** Shows how the measured times of a run would change the plan, and applies them. */
export function MeasuredDialog({ projectId, run, onClose }: Props) {
  const t = useTexts('cutover');
  const client = useQueryClient();
  const params = { id: projectId, run };
  const found = useQuery({
    queryKey: queryKeys.measured(projectId, run),
    queryFn: ({ signal }) => call(getMeasured, { params, signal }),
  });
  const { data: runbook } = useQuery(runbookQuery(projectId));
  const take = useMutation({
    mutationFn: (seen: string) => call(takeMeasured, { params, body: { seen } }),
    onSuccess: (taken) => {
      client.setQueryData(queryKeys.runbook(projectId), taken);
      notifySuccess(t('taken'));
      onClose();
    },
    onError: notifyError,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.measured(projectId, run) }),
  });
  return (
    <Modal opened onClose={onClose} title={t('takeTitle')} size="lg">
      <Stack gap="md">
        <Loaded query={found} height={160}>
          {(measured) => <Preview measured={measured} />}
        </Loaded>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            disabled={!runbook || !found.data || found.data.length === 0}
            loading={take.isPending}
            onClick={() => runbook && take.mutate(runbook.version)}
          >
            {t('takeThese')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Preview({ measured }: { measured: Measured }) {
  const t = useTexts('cutover');
  if (measured.length === 0) return <Text>{t('nothingMeasured')}</Text>;
  return (
    <Figures
      label={t('takeTitle')}
      headers={[t('step'), t('minutesPlanned'), t('minutesMeasured')]}
      numbersFrom={1}
      rows={measured.map(({ id, title, minutes, measured: took }) => ({
        key: String(id),
        cells: [title, formatNumber(minutes), formatNumber(took)],
      }))}
    />
  );
}
