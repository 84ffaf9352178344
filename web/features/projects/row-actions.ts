import type { Side } from '../../../contract/fields.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import type { Translate } from '../../lib/i18n/index.ts';
import { screensFor, type ProjectPath } from '../../lib/project-screens.ts';
import type { RowAction } from '../../ui/data-table/index.ts';
import type { ProjectTexts } from './texts.ts';

/** The specification's words for the ways to a project's screens, in its order. */
const ADMINISTRATOR = [
  ['checkSourceStatus', '/adminresults', 'source'],
  ['checkTargetStatus', '/adminresults', 'target'],
  ['checkInventory', '/dbconnect'],
  ['pairsAndProof', '/proof'],
  ['assignSourceObjects', '/assignobjects', 'source'],
  ['assignTargetObjects', '/assignobjects', 'target'],
] as const satisfies Way[];
const MEMBER = [
  ['updateSourceStatus', '/developer'],
  ['updateSourceStatus', '/testing', 'source'],
  ['updateTargetStatus', '/testing', 'target'],
  ['pairsAndProof', '/proof'],
] as const satisfies Way[];
type Way = [text: keyof ProjectTexts, path: ProjectPath, side?: Side];

/** What one may do with a project; a member has a row of it for each role. */
export function projectActions(
  row: ProjectRow,
  isAdmin: boolean,
  t: Translate<ProjectTexts>,
  edit: (row: ProjectRow) => void,
): RowAction[] {
  const open = screensFor(isAdmin ? 'administrator' : (row.role ?? 'developer'));
  const ways = (isAdmin ? ADMINISTRATOR : MEMBER).filter(([, to]) =>
    open.some(({ path }) => path === to),
  );
  const links = ways.map(([text, path, side]) => ({
    label: t(text),
    href: `${path}?project=${row.Project_Id}${side ? `&side=${side}` : ''}`,
  }));
  return isAdmin ? [...links, { label: t('edit'), onClick: () => edit(row) }] : links;
}
