import { Anchor, SimpleGrid } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { DatabaseType } from '../../../contract/database-types.ts';
import type { Side } from '../../../contract/fields.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { useDatabaseTypes } from '../../lib/choices.ts';
import { notifyError } from '../../lib/notify.ts';
import { useSelectedProject } from '../../lib/project.ts';
import { select, selected } from '../../lib/selection.ts';
import { Loaded } from '../../ui/load-failed.tsx';
import { ProjectScreen } from '../../ui/project-screen.tsx';
import { initialForm, toDbData, type SideForm } from './db-data.ts';
import { SidePanel } from './side-panel.tsx';
import { useTexts } from '../../lib/i18n/index.ts';

/** On this screen every failed call is notified, those that fill it included. */
function useNotifiedFailure(error: Error | null): void {
  useEffect(() => {
    if (error) notifyError(error);
  }, [error]);
}

export function ConnectionPage() {
  const t = useTexts('connection');
  useNotifiedFailure(useSelectedProject().query.error);
  return (
    <ProjectScreen title={() => t('title')}>
      {(project) => <WithTypes key={project.Project_Id} project={project} />}
    </ProjectScreen>
  );
}

function WithTypes({ project }: { project: ProjectRow }) {
  const t = useTexts('connection');
  const types = useDatabaseTypes();
  useNotifiedFailure(types.error);
  return (
    <Loaded query={types} failed={t('typesFailed')} height={400}>
      {(data) => <BothSides project={project} types={data} />}
    </Loaded>
  );
}

function BothSides({ project, types }: { project: ProjectRow; types: DatabaseType[] }) {
  const t = useTexts('connection');
  const [form, setForm] = useState(() => initialForm(project, selected('dbData')));
  useEffect(() => select('dbData', toDbData(project, form)), [project, form]);

  const panel = (side: Side) => {
    const type = types.find((one) => one.id === form[side].values.engine);
    if (!type) return null;
    return (
      <SidePanel
        {...{ project, side, types, type, form: offered(form[side], type) }}
        onChange={(next) => setForm((before) => ({ ...before, [side]: next }))}
        onReport={() => setForm((before) => ({ ...before, reportType: side }))}
      />
    );
  };
  return (
    <>
      <Anchor
        component={Link}
        to="/admin/spreadsheet"
        search={{ project: project.Project_Id } as never}
        size="sm"
      >
        {t('spreadsheet')}
      </Anchor>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" style={{ alignItems: 'start' }}>
        {panel('source')}
        {panel('target')}
      </SimpleGrid>
    </>
  );
}

/** Not every engine has every type of object. */
const offered = (form: SideForm, type: DatabaseType): SideForm =>
  type.object_types.includes(form.objectType)
    ? form
    : { ...form, objectType: type.object_types[0] ?? 'tables' };
