import type { CutoverScripts } from '../../../connectors/core/connector.ts';
import type { TemplateStep } from '../../../contract/cutover.ts';
import { withEnglish } from '../../../contract/messages/english.ts';
import { message } from '../../../contract/messages/message.ts';

const KINDS = [
  'freeze',
  'sync',
  'numbers',
  'statistics',
  'prove',
  'grants',
  'smoke',
  'switch',
  'watch',
] as const;
type Kind = (typeof KINDS)[number];

/** First estimates in minutes: a rehearsal measures the actual times. */
const LENGTHS: Record<Kind, number> = {
  freeze: 10,
  sync: 60,
  numbers: 5,
  statistics: 15,
  prove: 30,
  grants: 10,
  smoke: 30,
  switch: 15,
  watch: 60,
};

/** Steps that wait only for the final move of rows, not for each other. */
const AFTER_FINAL_MOVE: readonly Kind[] = ['numbers', 'statistics', 'prove', 'grants'];

/** Steps of a cutover between two engines, in order, without those that do not apply to an engine. */
export function createTemplate(
  projectId: number,
  { source }: Pick<CutoverScripts, 'source'>,
  { target }: Pick<CutoverScripts, 'target'>,
): TemplateStep[] {
  const cli = (command: string) => `npm run --silent cli -- ${command} --project ${projectId}`;
  const commands: Record<Kind, string> = {
    freeze: source.freeze,
    sync: '',
    numbers: target.numbers,
    statistics: target.statistics,
    prove: `${cli('verify --changed')}\n${cli('gate')}`,
    grants: target.grants,
    smoke: target.smoke,
    switch: '',
    watch: target.watch,
  };
  const optional: readonly Kind[] = ['numbers', 'statistics', 'grants'];
  const kinds = KINDS.filter((kind) => !optional.includes(kind) || commands[kind] !== '');
  const numberOf = (kind: Kind) => kinds.indexOf(kind) + 1;
  const beside = AFTER_FINAL_MOVE.filter((kind) => kinds.includes(kind)).map(numberOf);
  return kinds.map((kind) => ({
    ...withEnglish('title', message(`cutover.${kind}`)),
    ...withEnglish('way_back', wayBackOf(kind, source.thaw)),
    minutes: LENGTHS[kind],
    after: AFTER_FINAL_MOVE.includes(kind) ? [numberOf('sync')] : kind === 'smoke' ? beside : null,
    commands: commands[kind],
    needs_confirmation: kind === 'freeze' || kind === 'switch' ? 1 : 0,
    no_return: kind === 'switch' ? 1 : 0,
  }));
}

function wayBackOf(kind: Kind, thaw: string) {
  switch (kind) {
    case 'numbers':
    case 'statistics':
      return message('cutover.again');
    case 'grants':
      return message('cutover.grantBack');
    case 'switch':
      return message('cutover.switchBack');
    case 'watch':
      return message('cutover.watchBack');
    default:
      return thaw === '' ? message('cutover.thaw') : message('cutover.thawBy', { commands: thaw });
  }
}
