import { message } from '../../../../../contract/messages/message.ts';
import { type CompareOptions, type Part, type RawFinding, finding } from './raw-finding.ts';

type Kind = 'routine' | 'trigger' | 'view';
interface Attributed {
  attributes?: string[];
}

/**
 * What declarations say besides the text, between two servers of one engine: others have other words, and other defaults.
 * @param name - of a trigger, for its table's findings
 */
export function compareAttributes(
  kind: Kind,
  name: string | null,
  source: Attributed,
  target: Attributed,
  { sameEngine, schemas }: Pick<CompareOptions, 'sameEngine' | 'schemas'>,
): RawFinding[] {
  // Those of a routine are not read from relatives of PostgreSQL.
  if (kind === 'routine' && !(source.attributes && target.attributes)) return [];
  const [was, is] = [source.attributes ?? [], target.attributes ?? []];
  const moved = was.map((one) => (schemas ? withSchema(one, schemas) : plainPath(one)));
  if (!sameEngine || isSame(moved, is.map(plainPath))) return [];
  const part: Part = kind === 'trigger' ? 'trigger' : 'object';
  const isLess = promisesLess(was, is) && isSame(others(moved), others(is.map(plainPath)));
  return [
    finding(`${kind}.attributes`, part, name, was.join(' ') || null, is.join(' ') || null, {
      answer: 'compatible',
      severity: isLess ? 'info' : 'warning',
      detail: message(isLess ? 'definition.assumesLess' : DETAILS[kind]),
      advice: message('definition.otherAttributesAdvice'),
    }),
  ];
}

const DETAILS = {
  routine: 'definition.otherRoutineAttributes',
  trigger: 'definition.otherTriggerAttributes',
  view: 'definition.otherViewAttributes',
} as const;

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** What an engine may assume of a function, each from the least on. */
const PROMISES = [['STABLE', 'IMMUTABLE'], ['PARALLEL RESTRICTED', 'PARALLEL SAFE'], ['LEAKPROOF']];
/** Whether none of them has become more. */
const promisesLess = (was: readonly string[], is: readonly string[]): boolean =>
  PROMISES.every((steps) => {
    const most = (attributes: readonly string[]) =>
      Math.max(...attributes.map((one) => steps.indexOf(one)), -1);
    return most(is) <= most(was);
  });
/** Whether it is VOLATILE stays: such a function sees what was written meanwhile, may write, and cannot be used by an index. */
const others = (attributes: readonly string[]): string[] =>
  attributes
    .map((one) => (one === 'IMMUTABLE' ? 'STABLE' : one))
    .filter((one) => one === 'STABLE' || !PROMISES.flat().includes(one));

const PATH = 'SET search_path=';
const namesIn = (path: string): string[] =>
  path
    .slice(PATH.length)
    .split(',')
    .map((name) => name.trim().replace(/^"(.*)"$/u, '$1'));
const written = (names: readonly string[]): string => PATH + names.join(', ');

/** A path that leads to the schema of the source's object leads to that of the target's there. */
const withSchema = (attribute: string, schemas: Record<'source' | 'target', string>): string =>
  attribute.startsWith(PATH)
    ? written(namesIn(attribute).map((name) => (name === schemas.source ? schemas.target : name)))
    : attribute;
const plainPath = (attribute: string): string =>
  attribute.startsWith(PATH) ? written(namesIn(attribute)) : attribute;
