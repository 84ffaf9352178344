import { Alert, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { CallAnswer, CallComparison } from '../../../contract/calls.ts';
import { formatNumber } from '../../lib/format.ts';
import classes from './pair.module.css';
import { ResultBadge } from './result-badge.tsx';
import { Sentences } from './sentences.tsx';
import { usePairTexts } from './texts.ts';

/** Rows shown of one result set; the evidence has the others. */
const SHOWN = 50;
/** What SQL calls it. */
const NULL = 'NULL';

/** Both answers of every parameter set side by side, and what differs in them. */
export function CallAnswers({ comparisons }: { comparisons: readonly CallComparison[] }) {
  const t = usePairTexts();
  return (
    <Stack gap="md" component="section" aria-label={t('answers')}>
      {comparisons.map((comparison) => (
        <Paper key={comparison.parameters ?? ''} withBorder p="sm">
          <Group gap="xs" mb="xs">
            <Title order={3} size="h4">
              {comparison.parameters ?? t('answers')}
            </Title>
            <ResultBadge result={comparison.result} />
          </Group>
          <Sentences title={t('differences')} sentences={comparison.differences} />
          <Sentences title={t('notes')} sentences={comparison.notes} />
          <SimpleGrid cols={{ base: 1, sm: 2 }} mt="xs">
            <Answer title={t('source')} answer={comparison.source} other={comparison.target} />
            <Answer title={t('target')} answer={comparison.target} other={comparison.source} />
          </SimpleGrid>
        </Paper>
      ))}
    </Stack>
  );
}

interface AnswerProps {
  title: string;
  answer: CallAnswer | null;
  other: CallAnswer | null;
}

function Answer({ title, answer, other }: AnswerProps) {
  const t = usePairTexts();
  return (
    <section aria-label={title} className={classes.name}>
      <Text fw={600}>
        {title}
        {answer && ` · ${t('milliseconds', { count: answer.milliseconds })}`}
      </Text>
      {answer === null && <Text size="sm">{t('notReached')}</Text>}
      {answer?.error && (
        <Alert color="orange" variant="light">
          <bdi>
            {answer.error.code} {answer.error.message}
          </bdi>
        </Alert>
      )}
      {Object.entries(answer?.output ?? {}).map(([name, value]) => (
        <Text key={name} size="sm">
          <code>
            {name} = {value ?? NULL}
          </code>
        </Text>
      ))}
      {answer !== null && answer.affected !== null && (
        <Text size="sm">{t('affected', { count: answer.affected })}</Text>
      )}
      {answer?.result_sets.map((set, index) => (
        <ResultSet
          // Result sets come in order and have no name.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          set={set}
          other={other?.result_sets[index]}
          label={`${title}: ${t('resultSet', { number: index + 1 })}`}
        />
      ))}
    </section>
  );
}

type Set = CallAnswer['result_sets'][number];
const rowKey = (row: readonly (string | null)[]) => JSON.stringify(row);

interface ResultSetProps {
  set: Set;
  other: Set | undefined;
  label: string;
}

/** Rows that the other side does not have in the same words are marked. */
function ResultSet({ set, other, label }: ResultSetProps) {
  const t = usePairTexts();
  const there = new Set(other?.rows.map(rowKey));
  return (
    <>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={label}>
        <table className={`${classes.definition} ${classes.results}`}>
          <thead>
            <tr>
              {set.columns.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {set.rows.slice(0, SHOWN).map((row, index) => (
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index} {...(!there.has(rowKey(row)) && { 'data-answer': 'compatible' })}>
                {row.map((value, column) => (
                  // oxlint-disable-next-line react/no-array-index-key
                  <td key={column}>{value ?? <em>{NULL}</em>}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Text size="sm" c="dimmed">
        {t('rows', { count: set.rows.length })}
        {set.rows.length > SHOWN && ` · ${t('firstShown', { shown: formatNumber(SHOWN) })}`}
        {set.truncated && ` · ${t('truncated')}`}
      </Text>
    </>
  );
}
