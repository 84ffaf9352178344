import { Alert, Button, Group, Modal, Stack, Text, Checkbox, NativeSelect } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AssignmentProposal,
  applyAssignments,
  proposeAssignments,
} from '../../../contract/assignments.ts';
import type { ResponseOf } from '../../../contract/endpoint.ts';
import { call, errorText } from '../../lib/api.ts';
import { formatNumber, listOf } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Figures } from '../../ui/figures.tsx';
import { Loaded } from '../../ui/load-failed.tsx';
import type { Workload } from '../../../contract/workload.ts';
import { workloadQuery } from '../workload/queries.ts';

interface Props {
  projectId: number;
  /** Null: all objects that lack a developer or tester. */
  objects: readonly number[] | null;
  /** Redistributes objects that are assigned already. */
  moves?: boolean;
  onApplied: (applied: ResponseOf<typeof applyAssignments>) => void;
  onClose: () => void;
}

const rounded = (hours: number) => formatNumber(Math.round(hours * 10) / 10);

/** Shows a proposed assignment with its reasons, and applies exactly that. */
export function ProposalDialog({ projectId, objects, moves = false, onApplied, onClose }: Props) {
  const t = useTexts('proposal');
  const params = { id: projectId };
  const [from, setFrom] = useState<MovedWork | null>(null);
  const asked = { ...(objects && { objects: [...objects] }), ...from };
  const query = useQuery({
    queryKey: queryKeys.assignmentProposal(projectId, asked),
    queryFn: ({ signal }) => call(proposeAssignments, { params, body: asked, signal }),
    enabled: !moves || from !== null,
    // Never cached: the proposal depends on what others change meanwhile.
    gcTime: 0,
  });
  const apply = useMutation({
    mutationFn: (seen: string) => call(applyAssignments, { params, body: { ...asked, seen } }),
    onSuccess: onApplied,
    onError: () => query.refetch(),
  });
  return (
    <Modal opened onClose={onClose} title={t(moves ? 'moveTitle' : 'title')} size="80rem">
      <Stack gap="md">
        {moves && <WhoseWork projectId={projectId} onChange={setFrom} />}
        {apply.isError && (
          <Alert color="red" role="alert">
            {errorText(apply.error)}
          </Alert>
        )}
        {(!moves || from !== null) && (
          <Loaded query={query} height={240}>
            {(proposal) => <Proposal proposal={proposal} moves={moves} />}
          </Loaded>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            loading={apply.isPending}
            disabled={!query.data || query.isFetching || query.data.objects === 0}
            onClick={() => query.data && apply.mutate(query.data.seen)}
          >
            {t(moves ? 'move' : 'apply')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface ProposalProps {
  proposal: AssignmentProposal;
  moves: boolean;
}

function Proposal({ proposal, moves }: ProposalProps) {
  const t = useTexts('proposal');
  const { objects, developers, testers, left_out: left, not_assessed: unknown, rows } = proposal;
  if (objects === 0 && left === 0) return <Text>{t(moves ? 'nothingToMove' : 'nothing')}</Text>;
  return (
    <>
      <Text>
        {t('summary', { objects, developers, testers })} {t(moves ? 'moveText' : 'text')}{' '}
        {unknown > 0 && t('notAssessed', { number: formatNumber(unknown) })}
      </Text>
      {left > 0 && (
        <Alert color="yellow" variant="light">
          {t('leftOut', { number: formatNumber(left) })}
        </Alert>
      )}
      <People proposal={proposal} />
      <Rows proposal={proposal} />
      {rows.length < objects && (
        <Text size="sm" c="dimmed">
          {t('largest', { number: formatNumber(rows.length) })}
        </Text>
      )}
    </>
  );
}

function People({ proposal: { people } }: { proposal: AssignmentProposal }) {
  const t = useTexts('proposal');
  return (
    <Figures
      short
      label={t('people')}
      numbersFrom={2}
      headers={[t('person'), t('role'), t('there'), t('gets'), t('before'), t('after')]}
      rows={people.map((one) => ({
        key: String(one.user_id),
        cells: [
          one.username,
          listOf(one.roles.map((role) => t(role))),
          t('percent', { share: formatNumber(one.there) }),
          formatNumber(one.gets),
          rounded(one.before),
          rounded(one.after),
        ],
      }))}
    />
  );
}

function Rows({ proposal: { rows } }: { proposal: AssignmentProposal }) {
  const t = useTexts('proposal');
  const words = useTexts('object-words');
  const said = (one: AssignmentProposal['rows'][number]['developer']) =>
    one
      ? t(one.was === null ? 'because' : 'insteadOf', {
          was: one.was ?? '',
          name: one.username,
          reason: t(`reason_${one.reason}`, { number: formatNumber(one.count) }),
        })
      : '–';
  return (
    <Figures
      short
      label={t('objects')}
      numbersFrom={5}
      headers={[t('object'), t('type'), t('hours'), t('toDeveloper'), t('toTester')]}
      rows={rows.map((row) => ({
        key: String(row.id),
        cells: [
          `${row.schema_name}.${row.object_name}`,
          words(row.object_type),
          rounded(row.hours),
          said(row.developer),
          said(row.tester),
        ],
      }))}
    />
  );
}

/** The people whose work is redistributed, and whether they leave the project. */
interface MovedWork {
  from: number[];
  leaving: boolean;
}

interface WhoseWorkProps {
  projectId: number;
  onChange: (chosen: MovedWork | null) => void;
}

const LATE = 'late';

const openHours = ({ develop, test }: Workload['people'][number]) => develop.hours + test.hours;

/** Asks whose work to redistribute: that of one person, or of everybody with more work than time until the planned end. */
function WhoseWork({ projectId, onChange }: WhoseWorkProps) {
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
