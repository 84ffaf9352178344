import { Alert, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type {
  CallAnswer,
  CallComparison,
  PairCall,
  CallEffect,
} from '../../../../contract/proof/calls.ts';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { formatNumber } from '../../../lib/format.ts';
import classes from '../pair/pair.module.css';
import { RulesButton } from '../rows/rules-button.tsx';
import { namesOf } from './answer-names.ts';
import { MANY, valuesOf } from './call-parameters.ts';
import { KeyText, NullMark } from '../rows/value.tsx';
import { ResultTag, ResultBadge } from '../pair/result-line.tsx';
import { translateAll } from '../../../lib/i18n/messages.ts';
import { Sentences } from '../pair/sentences.tsx';
import { useTexts } from '../../../lib/i18n/index.ts';
import { Sideways } from '../../../ui/sideways.tsx';

/** Maximum number of rows shown per result set; the evidence has the rest. */
const SHOWN = 50;
const NONE: readonly number[] = [];

interface Props {
  comparisons: readonly CallComparison[];
  /** The parameter sets that ran. */
  sets: readonly PairCall['parameter_sets'][number][];
  /** The pair whose rules these answers may change; absent where they are kept as evidence. */
  pair?: PairRow;
}

/** Maximum number of sets of one result that are named at the top. */
const NAMED = 5;
const UNEQUAL = ['failed', 'different', 'partly_compared'] as const;

/** Both sides' answers for every parameter set, with their differences; differing sets come first. */
export function CallAnswers({ comparisons, sets, pair }: Props) {
  const t = useTexts('pair');
  const equal = comparisons.filter(({ result }) => result === 'equal').length;
  const isEqual = ({ result }: CallComparison) => Number(result === 'equal');
  const byNeed = comparisons
    .map((comparison, index) => ({ comparison, index }))
    .toSorted((one, other) => isEqual(one.comparison) - isEqual(other.comparison));
  const shared = sharedNotes(comparisons);
  return (
    <Stack gap="md" component="section" aria-label={t('answers')}>
      {comparisons.length > 1 && (
        <Text fw={600}>{t('setsEqual', { equal, count: comparisons.length })}</Text>
      )}
      {comparisons.length > 1 &&
        UNEQUAL.map((result) => <SetsOf key={result} {...{ result, comparisons, sets }} />)}
      <Sentences title={t('notesOfAll')} sentences={shared} />
      {byNeed.map(({ comparison, index }, place) => (
        <OneSet
          key={index}
          comparison={comparison}
          open={place < MANY && isOpen(comparison, comparisons.length)}
          saidAbove={shared}
          rules={pair && <RulesOfNames pair={pair} comparison={comparison} />}
        />
      ))}
    </Stack>
  );
}

/** How many sets have this result, and with which values. */
function SetsOf({ result, comparisons, sets }: Props & { result: (typeof UNEQUAL)[number] }) {
  const t = useTexts('pair');
  const found = comparisons.flatMap((one, index) =>
    one.result === result ? [valuesOf(sets[index])] : [],
  );
  if (found.length === 0) return null;
  return (
    <Text size="sm">
      {t(`sets_${result}`, { count: found.length, all: comparisons.length })}{' '}
      <bdi>{[...found.slice(0, NAMED), ...(found.length > NAMED ? ['…'] : [])].join('; ')}</bdi>
    </Text>
  );
}

/** What is noted with each of several sets is said once. */
function sharedNotes(comparisons: readonly CallComparison[]): string[] {
  const [first, ...others] = comparisons.map(notesOf);
  return others.length === 0
    ? []
    : (first ?? []).filter((note) => others.every((notes) => notes.includes(note)));
}
const notesOf = ({ notes, notes_said }: CallComparison): string[] =>
  translateAll(notes, notes_said);

/** Among many sets, only the first ones that differ are expanded. */
const isOpen = ({ result }: CallComparison, count: number): boolean =>
  result !== 'equal' || count <= MANY;

interface OneSetProps {
  comparison: CallComparison;
  open: boolean;
  /** Notes of all sets. */
  saidAbove: readonly string[];
  rules: ReactNode;
}

/** Leads from each column or output that differs to a rule that lets that pass. */
function RulesOfNames({ pair, comparison }: { pair: PairRow; comparison: CallComparison }) {
  const t = useTexts('pair');
  if (comparison.result !== 'different') return null;
  return (
    <Group gap="xs">
      {comparison.different_names.slice(0, NAMED).map((name) => (
        <RulesButton
          key={name}
          pair={pair}
          answers={namesOf([comparison])}
          letPass={name}
          label={t('ruleFor', { name })}
        />
      ))}
    </Group>
  );
}

/** The changes that a call made to each watched table before they were rolled back. */
function CallEffects({ effects }: { effects: readonly CallEffect[] }) {
  const t = useTexts('pair');
  if (effects.length === 0) return null;
  return (
    <section aria-label={t('effects')}>
      <Text size="sm" fw={600} mt="xs">
        {t('effects')}
      </Text>
      {effects.map((effect) => (
        <OneEffect key={effect.pair} effect={effect} />
      ))}
    </section>
  );
}

function OneEffect({ effect }: { effect: CallEffect }) {
  const t = useTexts('pair');
  const { source_name, target_name, differences, differences_total } = effect;
  const title = source_name === target_name ? source_name : `${source_name} → ${target_name}`;
  const say = (counts: CallEffect['source']) =>
    counts === null
      ? t('effectMany')
      : t('effectCounts', {
          inserted: formatNumber(counts.inserted),
          updated: formatNumber(counts.updated),
          deleted: formatNumber(counts.deleted),
        });
  return (
    <>
      <Text size="sm" component="div">
        <bdi>{title}</bdi> <ResultBadge result={effect.result} />
      </Text>
      <Text size="sm" c="dimmed">
        {`${t('source')}: ${say(effect.source)} · ${t('target')}: ${say(effect.target)}`}
      </Text>
      {differences.length > 0 && (
        <Sideways label={title}>
          <table className={`${classes.definition} ${classes.results}`}>
            <thead>
              <tr>
                <th scope="col">{effect.key?.join(', ') ?? t('effectRow')}</th>
                <th scope="col">{t('effectKind')}</th>
                <th scope="col">{t('effectColumn')}</th>
                <th scope="col">{t('source')}</th>
                <th scope="col">{t('target')}</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ key, kind, columns }, row) =>
                // A row without any value on either side still gets a line.
                (columns.length > 0 ? columns : [{ name: '', source: null, target: null }]).map(
                  ({ name, source, target }, place) => (
                    // Rows have no identity but their place.
                    // oxlint-disable-next-line react/no-array-index-key
                    <tr key={`${row} ${place}`} data-answer="different">
                      <td>{place === 0 && key && <KeyText values={key} />}</td>
                      <td>{place === 0 ? t(`effect_${kind}`) : ''}</td>
                      <td>{name}</td>
                      <td>{kind === 'extra' ? '' : (source ?? <NullMark />)}</td>
                      <td>{kind === 'missing' ? '' : (target ?? <NullMark />)}</td>
                    </tr>
                  ),
                ),
              )}
            </tbody>
          </table>
        </Sideways>
      )}
      {differences_total > differences.length && (
        <Text size="sm" c="dimmed">
          {t('firstShown', { shown: formatNumber(differences.length) })}
        </Text>
      )}
    </>
  );
}

function OneSet({ comparison, open, saidAbove, rules }: OneSetProps) {
  const t = useTexts('pair');
  const { parameters, result, differences, different_rows: rows, source, target } = comparison;
  return (
    <Paper withBorder p="sm" component="details" open={open}>
      <summary className={classes.summary}>
        <Title order={3} size="h4" component="span">
          {parameters ?? t('answers')}
        </Title>{' '}
        <ResultTag result={result} />
      </summary>
      {comparison.complete !== null && (
        <Text size="sm">{t(comparison.complete ? 'comparedToEnd' : 'comparedPartly')}</Text>
      )}
      <Sentences
        title={t('differences')}
        sentences={translateAll(differences, comparison.differences_said)}
      />
      {rules}
      <CallEffects effects={comparison.effects} />
      <Sentences
        title={t('notes')}
        sentences={notesOf(comparison).filter((note) => !saidAbove.includes(note))}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="xs">
        <Answer title={t('source')} answer={source} marked={rows.map((one) => one.source)} />
        <Answer title={t('target')} answer={target} marked={rows.map((one) => one.target)} />
      </SimpleGrid>
    </Paper>
  );
}

interface AnswerProps {
  title: string;
  answer: CallAnswer | null;
  /** For each result set, the indexes of its differing rows. */
  marked: readonly (readonly number[])[];
}

function Answer({ title, answer, marked }: AnswerProps) {
  const t = useTexts('pair');
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
            {name} = {value ?? <NullMark />}
          </code>
        </Text>
      ))}
      {answer !== null && answer.affected !== null && (
        <Text size="sm">{t('affected', { count: answer.affected })}</Text>
      )}
      {answer && isNothing(answer) && <Text size="sm">{t('returnedNothing')}</Text>}
      {answer?.result_sets.map((set, index) => (
        <ResultSet
          // Result sets come in order and have no name.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          set={set}
          marked={marked[index] ?? NONE}
          label={`${title}: ${t('resultSet', { number: index + 1 })}`}
        />
      ))}
    </section>
  );
}

const isNothing = ({ error, affected, output, result_sets: sets }: CallAnswer): boolean =>
  !error && affected === null && sets.length === 0 && Object.keys(output).length === 0;

type Answered = CallAnswer['result_sets'][number];

interface ResultSetProps {
  set: Answered;
  marked: readonly number[];
  label: string;
}

/** A result set; marks the rows that differ by the server's rules. Differing rows beyond the first ones follow them. */
function ResultSet({ set, marked, label }: ResultSetProps) {
  const t = useTexts('pair');
  const differing = new Set(marked);
  const shown = placesShown(set.rows.length, marked);
  return (
    <>
      <Sideways label={label}>
        <table className={`${classes.definition} ${classes.results}`}>
          <thead>
            <tr>
              {set.columns.map(({ name }, index) => (
                // Two columns may have one name.
                // oxlint-disable-next-line react/no-array-index-key
                <th key={index} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((place) => (
              <tr key={place} {...(differing.has(place) && { 'data-answer': 'different' })}>
                {set.rows[place]!.map((value, column) => (
                  // oxlint-disable-next-line react/no-array-index-key
                  <td key={column}>{value ?? <NullMark />}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Sideways>
      <Text size="sm" c="dimmed">
        {t('rows', { count: set.count ?? set.rows.length })}
        {(set.count ?? set.rows.length) > shown.length &&
          ` · ${t('firstShown', { shown: formatNumber(shown.length) })}`}
        {set.count === null && set.truncated && ` · ${t('truncated')}`}
      </Text>
    </>
  );
}

/** Indexes of the rows to show: the first ones, then differing rows further down. */
function placesShown(count: number, marked: readonly number[]): number[] {
  const first = Array.from({ length: Math.min(count, SHOWN) }, (_, place) => place);
  const beyond = marked.filter((place) => place >= SHOWN).slice(0, SHOWN);
  return [...first, ...beyond];
}
