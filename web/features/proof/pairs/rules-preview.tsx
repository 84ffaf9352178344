import { Paper, Stack, Table, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '../../../../contract/endpoint.ts';
import {
  MATCH_METHODS,
  matchingRules,
  previewMatching,
  type MatchingRules,
} from '../../../../contract/proof/pairs.ts';
import { call } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/format.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import { Sideways } from '../../../ui/sideways.tsx';
import classes from './pairs.module.css';
import { translateMessage } from '../../../lib/i18n/messages.ts';
import { methodText } from './pair-columns.tsx';
import { useTexts } from '../../../lib/i18n/index.ts';

const DELAY_MS = 500;
type Preview = ResponseOf<typeof previewMatching>;

interface Props {
  projectId: number;
  rules: MatchingRules;
  valid: boolean;
}

/** What the edited rules would propose; nothing is changed. */
export function RulesPreview({ projectId, rules, valid }: Props) {
  const t = useTexts('pairs');
  const [asked] = useDebouncedValue(rules, DELAY_MS);
  const preview = useQuery({
    queryKey: queryKeys.matchingPreview(projectId, asked),
    queryFn: ({ signal }) =>
      call(previewMatching, { params: { id: projectId }, body: asked, signal }),
    // The current input may be valid although the debounced one is not.
    enabled: matchingRules.safeParse(asked).success,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  return (
    <Paper withBorder p="md" component="section" aria-label={t('preview')}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {t('preview')}
        </Title>
        {!valid && <Text size="sm">{t('previewWaits')}</Text>}
        {valid && preview.isFetching && (
          <Text size="sm" component="output">
            {t('previewing')}
          </Text>
        )}
        {preview.isError && (
          <LoadFailed error={preview.error} onRetry={() => void preview.refetch()} />
        )}
        {preview.data && <Proposed preview={preview.data} />}
      </Stack>
    </Paper>
  );
}

function Proposed({ preview }: { preview: Preview }) {
  const t = useTexts('pairs');
  const words = useTexts('pair-words');
  const { by_method: counts, examples, left, unmatched } = preview;
  const used = MATCH_METHODS.filter((method) => (counts[method] ?? 0) > 0);
  return (
    <>
      {used.length === 0 && <Text size="sm">{t('previewNone')}</Text>}
      {used.length > 0 && (
        <Table fz="sm" verticalSpacing={4} aria-label={t('preview')} maw={360}>
          <Table.Tbody>
            {used.map((method) => (
              <Table.Tr key={method}>
                <Table.Th scope="row" fw={400}>
                  {words(method)}
                </Table.Th>
                <Table.Td ta="end">{formatNumber(counts[method] ?? 0)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {examples.length > 0 && (
        <Sideways label={t('examples')} maxHeight={320}>
          <Table fz="sm" verticalSpacing={4} aria-label={t('examples')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{words('source')}</Table.Th>
                <Table.Th scope="col">{words('target')}</Table.Th>
                <Table.Th scope="col">{words('method')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {examples.map(
                ({ object_type: type, source, target, reason, reason_said, ...found }) => (
                  <Table.Tr key={`${type} ${source} ${target}`}>
                    <Table.Td>
                      <bdi>{source}</bdi>
                    </Table.Td>
                    <Table.Td>
                      <bdi>{target}</bdi>
                    </Table.Td>
                    <Table.Td title={translateMessage(reason_said, reason)}>
                      {methodText(words, found)}
                    </Table.Td>
                  </Table.Tr>
                ),
              )}
            </Table.Tbody>
          </Table>
        </Sideways>
      )}
      <UnmatchedNames title={t('leftSource', { count: unmatched.source })} names={left.source} />
      <UnmatchedNames title={t('leftTarget', { count: unmatched.target })} names={left.target} />
    </>
  );
}

function UnmatchedNames({ title, names }: { title: string; names: readonly string[] }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {names.length > 0 && (
        <ul className={classes.names} tabIndex={0} aria-label={title}>
          {names.map((name) => (
            <li key={name}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
