import { Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import type { ResponseOf } from '../../../../contract/endpoint.ts';
import type { Finding, Snapshot, getStructure } from '../../../../contract/proof/definitions.ts';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import type { ColumnCounterpart } from '../../../../contract/proof/rows.ts';
import { formatTime } from '../../../lib/format.ts';
import { alignByName, type Aligned, alignRest } from './align.ts';
import { Counts } from './counts.tsx';
import classes from '../pair/pair.module.css';
import { ComparedTexts } from './compared-texts.tsx';
import { useTexts, type Texts } from '../../../lib/i18n/index.ts';
import { Sql } from '../../../ui/sql.tsx';
import { Sideways } from '../../../ui/sideways.tsx';

type Answer = Finding['answer'];
type ShownColumn = Snapshot['columns'][number];
interface Line {
  kind: string;
  name: string;
  text: string;
}
interface Props {
  snapshots: readonly Snapshot[];
  findings: readonly Finding[];
  /** Columns with another name on the target. */
  renamed: readonly ColumnCounterpart[];
  /** Both tables, queries or bodies in one dialect; null where they cannot be translated. */
  texts: ResponseOf<typeof getStructure>['texts'];
  /** Whether the findings are those of a comparison. */
  compared: boolean;
}

/** How a part of the source is in the target: `noted` where all findings about it are notes. */
type Shown = Answer | 'noted';
const MARKS: Record<Shown, string> = { same: '=', noted: '≈', compatible: '≈', different: '≠' };
const WORSE: Record<Shown, number> = { same: 0, noted: 1, compatible: 2, different: 3 };

/** The definitions of both sides as last read, with matching parts in the same row. */
export function Definitions({ snapshots, findings, renamed, texts, compared }: Props) {
  const t = useTexts('pair');
  const of = (side: 'source' | 'target') => snapshots.filter((one) => one.side === side);
  const [sources, targets] = [of('source'), of('target')];
  if (snapshots.length === 0) return null;
  const sides = SIDES.filter((side) => of(side).length > 0);
  const targetNames = new Map(renamed.map(({ source, target }) => [source, target]));
  const onTarget = (name: string) => targetNames.get(name) ?? name;
  const columns = alignByName(
    sources.flatMap((one) => one.columns),
    targets.flatMap((one) => one.columns),
    { source: ({ name }) => onTarget(name), target: ({ name }) => name },
  );
  const isFound = (line: Line) => findings.some((finding) => isAbout(finding, line));
  const rest = alignByName(linesOf(sources), linesOf(targets), {
    source: (line) => identityOf(line).replaceAll(/[\p{L}\p{N}_$#]+/gu, onTarget),
    target: identityOf,
  });
  // A check or an index without a finding is one that the other side has in other words.
  const lines = ['check', 'index'].reduce(
    (rows, kind) =>
      alignRest(
        rows,
        (line) => line.kind === kind && !isFound(line),
        ({ text }) => wordsOf(text, onTarget),
      ),
    rest,
  );
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {snapshots
          .map((one) => t('readAt', { name: one.name, time: formatTime(one.read_at) }))
          .join(' · ')}
      </Text>
      <Counts sides={sides} sources={sources} targets={targets} />
      {columns.length > 0 && (
        <SideBySide
          title={t('columns')}
          sides={sides}
          rows={columns}
          show={(column) => <ColumnText column={column} />}
          answer={(row) => answerOf(row, findings, ['column'], ({ name }) => name)}
        />
      )}
      {lines.length > 0 && (
        <SideBySide
          title={t('others')}
          sides={sides}
          rows={lines}
          show={({ kind, name, text }) => (
            <>
              {kindText(kind, t)} <b>{name}</b>{' '}
              <span className={classes.code}>
                {IN_WORDS.has(kind) ? text : <Sql text={text} />}
              </span>
            </>
          )}
          answer={(row) =>
            row.source?.kind === 'language' && row.source.text !== row.target?.text
              ? 'compatible'
              : worst(findings, (finding) =>
                  [row.source, row.target].some((line) => line !== null && isAbout(finding, line)),
                )
          }
        />
      )}
      <ComparedTexts
        sides={sides}
        own={{ source: textsOf(sources), target: textsOf(targets) }}
        shared={texts ?? laidOut(sources, targets)}
        extent={texts?.extent ?? 'layout'}
        meaning={!compared ? null : findings.some(isOfText) ? 'open' : 'same'}
      />
    </Stack>
  );
}

/** Whether a finding is about a text or what a trigger does, or says that there were no two texts to compare. */
const isOfText = ({ code }: Finding): boolean => /^(text|trigger)\.|^object\.kind$/.test(code);

/** Kinds whose text is no SQL. */
const IN_WORDS = new Set(['comment', 'language']);

/** Kinds of which a definition has at most one. */
const ONE_OF_A_KIND = new Set(['primary key', 'language', 'returns', 'comment']);

/** The lines of triggers and sequences, with the codes of the findings about each. */
const ABOUT = {
  actsOn: ['trigger.table'],
  acts: [
    'trigger.timing',
    'trigger.events',
    'trigger.disabled',
    'trigger.level',
    'trigger.condition',
  ],
  start: ['sequence.start'],
  increment: ['sequence.step', 'sequence.otherWay'],
  least: ['sequence.end', 'sequence.laterEnd'],
  most: ['sequence.end', 'sequence.laterEnd'],
  cycles: ['sequence.cycles'],
  cache: ['sequence.cache'],
  next: ['sequence.behind'],
} as const;
const isOfTracked = (kind: string): kind is keyof typeof ABOUT => Object.hasOwn(ABOUT, kind);

/** The columns of a foreign key, from before the arrow, without parentheses. */
const ownColumns = (text: string): string => text.split(' → ', 1)[0]!.replace(/^\((.*)\)$/, '$1');

/** Identifies matching lines. Names of keys and indexes differ between engines or are absent, so their columns identify them. */
function identityOf({ kind, name, text }: Line): string {
  if (kind === 'parameter' || kind === 'trigger' || kind === 'rule' || kind === 'grant')
    return `${kind} ${name}`;
  if (kind === 'foreign key') return `${kind} ${ownColumns(text)}`;
  return ONE_OF_A_KIND.has(kind) || isOfTracked(kind) ? kind : `${kind} ${text}`;
}

/** Names, numbers and words of an expression, under the names of the target. */
const wordsOf = (text: string, onTarget: (name: string) => string): ReadonlySet<string> =>
  new Set((text.match(/[\p{L}\p{N}_$#.]+/gu) ?? []).map((word) => onTarget(word).toLowerCase()));

function isAbout({ code, part, name, source, target }: Finding, line: Line): boolean {
  if (isOfTracked(line.kind)) return ABOUT[line.kind].some((about) => about === code);
  if (part !== line.kind) return false;
  // Its name is none of the source's on many engines, and findings leave it out.
  if (part === 'primary key') return true;
  if ((name ?? '') !== line.name) return false;
  if (line.kind !== 'foreign key' || line.name !== '') return true;
  const told = [source, target].filter((text) => text?.includes(' → '));
  return told.every((text) => ownColumns(text!) === ownColumns(line.text));
}

const linesOf = (snapshots: readonly Snapshot[]): Line[] =>
  snapshots.flatMap(({ primary_key: key, others }) => [
    ...(key ? [{ kind: 'primary key', name: key.name, text: key.text }] : []),
    ...others,
  ]);
/** Engines keep the blank lines around a routine's body; they say nothing. */
const textsOf = (snapshots: readonly Snapshot[]): string =>
  snapshots
    .flatMap(({ text }) => (text === null ? [] : [text.replace(/^\s*\n/, '').trimEnd()]))
    .join('\n\n');

/** Both texts with a line for each statement; null where one of them cannot be laid out, or both are already. */
function laidOut(sources: readonly Snapshot[], targets: readonly Snapshot[]) {
  const kept = [...sources, ...targets].filter(({ text }) => text !== null);
  if (kept.every(({ text, laid_out }) => laid_out === text?.trim())) return null;
  if (kept.some(({ laid_out }) => laid_out === null)) return null;
  const of = (snapshots: readonly Snapshot[]) =>
    textsOf(snapshots.map((one) => ({ ...one, text: one.laid_out })));
  return { source: of(sources), target: of(targets) };
}

function kindText(kind: string, t: Texts<'pair'>): string {
  switch (kind) {
    case 'primary key':
    case 'unique key':
    case 'foreign key':
    case 'check':
    case 'index':
    case 'trigger':
    case 'rule':
    case 'grant':
    case 'parameter':
    case 'returns':
    case 'comment':
    case 'language':
      return t(`part_${kind}`);
    default:
      return isOfTracked(kind) ? t(`line_${kind}`) : kind;
  }
}

function worst(findings: readonly Finding[], concerns: (finding: Finding) => boolean): Shown {
  const answers = findings
    .filter(concerns)
    .map(({ answer, severity }): Shown => (severity === 'info' ? 'noted' : answer));
  return answers.toSorted((one, other) => WORSE[other] - WORSE[one])[0] ?? 'same';
}

function answerOf<T>(
  { source, target }: Aligned<T>,
  findings: readonly Finding[],
  parts: readonly string[],
  nameOf: (item: T) => string,
): Shown {
  const names = [source, target].flatMap((item) => (item === null ? [] : [nameOf(item)]));
  return worst(findings, ({ part, name }) => parts.includes(part) && names.includes(name ?? ''));
}

function ColumnText({ column }: { column: ShownColumn }) {
  const t = useTexts('pair');
  const { name, type, nullable, default: preset, identity, generated, comment } = column;
  return (
    <>
      <b>
        <bdi>{name}</bdi>
      </b>{' '}
      <code>{type}</code> {nullable ? t('nullable') : t('notNull')}
      {preset !== null && <Ending said={t('default', { value: preset })} sql={preset} />}
      {identity && ` · ${t('identity')}`}
      {generated !== null && <Ending said={t('generated', { value: generated })} sql={generated} />}
      {comment && ` · ${comment}`}
    </>
  );
}

/** What is said of a column and ends with an expression. */
function Ending({ said, sql }: { said: string; sql: string }) {
  const isLast = said.endsWith(sql);
  return (
    <>
      {` · ${isLast ? said.slice(0, said.length - sql.length) : said}`}
      {isLast && <Sql text={sql} />}
    </>
  );
}

interface SideBySideProps<T> {
  title: string;
  /** Without a counterpart, there is nothing to stand beside. */
  sides: readonly Side[];
  rows: readonly Aligned<T>[];
  show: (item: T) => React.ReactNode;
  answer: (row: Aligned<T>) => Shown;
}

function SideBySide<T>({ title, sides, rows, show, answer }: SideBySideProps<T>) {
  const t = useTexts('pair');
  const both = sides.length > 1;
  return (
    <section aria-label={title}>
      <Title order={3} size="h4" mb="xs">
        {title}
      </Title>
      <Sideways label={title}>
        <table className={classes.definition}>
          <thead>
            <tr>
              {sides.includes('source') && <th scope="col">{t('source')}</th>}
              {both && (
                <th scope="col" className={classes.mark}>
                  <VisuallyHidden>{t('difference')}</VisuallyHidden>
                </th>
              )}
              {sides.includes('target') && <th scope="col">{t('target')}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => {
              const result = answer(row);
              const isAlone = row.source === null || row.target === null;
              return (
                // The rows change all at once, when a definition was read anew.
                // oxlint-disable-next-line react/no-array-index-key
                <tr key={index} data-answer={result}>
                  {sides.includes('source') && (
                    <td>{row.source === null ? '—' : show(row.source)}</td>
                  )}
                  {both && (
                    <td className={classes.mark}>
                      {isAlone && result === 'same' ? null : (
                        <span
                          role="img"
                          aria-label={t(result === 'noted' ? 'severity_info' : `result_${result}`)}
                        >
                          {MARKS[result]}
                        </span>
                      )}
                    </td>
                  )}
                  {sides.includes('target') && (
                    <td>{row.target === null ? '—' : show(row.target)}</td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </Sideways>
    </section>
  );
}
