import type { ObjectRow } from '../../../contract/objects.ts';
import type { ProjectRow, Role } from '../../../contract/projects.ts';
import type { Column } from '../../ui/data-table/index.ts';
import { peopleChoices } from './object-columns.tsx';
import type { Texts } from '../../lib/i18n/index.ts';

/** The column of the assignee in a role. */
export const assignedColumn = (
  t: Texts<'objects'>,
  project: ProjectRow,
  role: Role,
): Column<ObjectRow> => ({
  key: role,
  header: t(`has_${role}`),
  width: 160,
  phone: { place: 'first', width: 90 },
  value: (row) => row[role],
  text: (row) => row[`${role}_name`] ?? '',
  choices: peopleChoices(project, role),
  nullable: true,
});
