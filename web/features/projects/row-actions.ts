import type { ProjectRow } from '../../../contract/projects.ts';
import type { Translate } from '../../lib/i18n/index.ts';
import type { RowAction } from '../../ui/data-table/index.ts';
import type { ProjectTexts } from './texts.ts';

/** What one may do with a project, with the words of the specification. */
export function projectActions(
  row: ProjectRow,
  isAdmin: boolean,
  t: Translate<ProjectTexts>,
  edit: (row: ProjectRow) => void,
): RowAction[] {
  const project = `project=${row.Project_Id}`;
  const proof: RowAction = { label: t('pairsAndProof'), href: `/proof?${project}` };
  if (isAdmin) {
    return [
      { label: t('checkSourceStatus'), href: `/adminresults?${project}&side=source` },
      { label: t('checkTargetStatus'), href: `/adminresults?${project}&side=target` },
      { label: t('checkInventory'), href: `/dbconnect?${project}` },
      proof,
      { label: t('assignSourceObjects'), href: `/assignobjects?${project}&side=source` },
      { label: t('assignTargetObjects'), href: `/assignobjects?${project}&side=target` },
      { label: t('edit'), onClick: () => edit(row) },
    ];
  }
  if (row.role === 'tester') {
    return [
      { label: t('updateSourceStatus'), href: `/testing?${project}&side=source` },
      { label: t('updateTargetStatus'), href: `/testing?${project}&side=target` },
      proof,
    ];
  }
  return [{ label: t('updateSourceStatus'), href: `/developer?${project}` }, proof];
}
