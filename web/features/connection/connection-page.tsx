import { Anchor, Button, Fieldset, Group, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { DatabaseType } from '../../../contract/database-types.ts';
import { SIDES, type Side } from '../../../contract/fields.ts';
import { fault } from '../../../contract/messages/message.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { useDatabaseTypes } from '../../lib/choices.ts';
import { notifyError } from '../../lib/notify.ts';
import { useSelectedProject } from '../../lib/project.ts';
import { select, selected } from '../../lib/selection.ts';
import { RowLink } from '../../ui/data-table/index.ts';
import { Loaded } from '../../ui/load-failed.tsx';
import { stepOf } from '../projects/project-progress.tsx';
import { nextStepsQuery } from '../projects/queries.ts';
import { ProjectScreen } from '../projects/project-screen.tsx';
import {
  missingFields,
  passwordState,
  initialForm,
  toDbData,
  type ScreenForm,
} from './connection-form.ts';
import { type FirstImport, SidePanel, type SideStart } from './side-panel.tsx';
import { useTexts } from '../../lib/i18n/index.ts';

/** On this screen every failed call shows a notification, including the queries that load the screen. */
function useNotifiedFailure(error: Error | null): void {
  useEffect(() => {
    if (error) notifyError(error);
  }, [error]);
}

export function ConnectionPage() {
  const t = useTexts('connection');
  useNotifiedFailure(useSelectedProject().query.error);
  return (
    <ProjectScreen title={() => t('title')} terms={['inventory', 'object', 'missing']}>
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
  const form = useForm<ScreenForm>({
    defaultValues: initialForm(project, selected('dbData')),
    reValidateMode: 'onSubmit',
    resolver: (values) => {
      const errors = missingIn(project, types, values);
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
    },
  });
  const screen = form.watch();
  useEffect(() => select('dbData', toDbData(project, screen)));

  const source = useRef<SideStart>(null);
  const target = useRef<SideStart>(null);
  const columns = { source, target };
  const [found, setFound] = useState<Record<Side, FirstImport | null>>({
    source: null,
    target: null,
  });
  const onFound = useCallback(
    (side: Side, first: FirstImport | null) => setFound((before) => ({ ...before, [side]: first })),
    [],
  );

  const panel = (side: Side) => {
    const type = types.find((one) => one.id === screen[side].values.engine);
    return type && <SidePanel {...{ project, side, types, type, onFound }} ref={columns[side]} />;
  };
  return (
    <FormProvider {...form}>
      {/* An archived project takes nothing from its databases; the screen says so above. */}
      <Fieldset variant="unstyled" disabled={project.archived === 1}>
        <BothAtOnce {...{ found, columns }} projectId={project.Project_Id}>
          <Anchor
            component={Link}
            to="/admin/spreadsheet"
            search={{ project: project.Project_Id } as never}
            size="sm"
          >
            {t('spreadsheet')}
          </Anchor>
          <Anchor
            component={Link}
            to={'/webhooks' as '/dbconnect'}
            search={{ project: project.Project_Id } as never}
            size="sm"
          >
            {t('webhooks')}
          </Anchor>
        </BothAtOnce>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" style={{ alignItems: 'start' }}>
          {panel('source')}
          {panel('target')}
        </SimpleGrid>
      </Fieldset>
    </FormProvider>
  );
}

/** Fields that must be filled in before a call makes sense, by form field. */
function missingIn(project: ProjectRow, types: readonly DatabaseType[], form: ScreenForm) {
  const required = { type: 'required', message: fault('field.required') };
  return Object.fromEntries(
    SIDES.flatMap((side) => {
      const { values } = form[side];
      const type = types.find((one) => one.id === values.engine);
      const missing = type
        ? missingFields(values, type, passwordState(values, type, project, side))
        : [];
      const errors = Object.fromEntries(missing.map((field) => [field, required]));
      return missing.length > 0 ? [[side, { values: errors }]] : [];
    }),
  );
}

interface Props {
  /** What the first import of each side would import; null where it is not the next step. */
  found: Record<Side, FirstImport | null>;
  columns: Record<Side, { readonly current: SideStart | null }>;
  projectId: number;
  children: ReactNode;
}

/** The project's next step, once that is no longer to read its databases. */
function useNext(projectId: number) {
  const words = useTexts('projects');
  const { data } = useQuery(nextStepsQuery);
  const next = data?.find(({ Project_Id: id }) => id === projectId);
  return next && !next.step.startsWith('read') ? stepOf(words, next, next) : null;
}

/** Buttons that act on both sides at once: read, then import everything that was found. */
function BothAtOnce({ found, columns, projectId, children }: Props) {
  const t = useTexts('connection');
  const start = (what: keyof SideStart) => () => {
    for (const side of SIDES) columns[side].current?.[what]();
  };
  const { source, target } = found;
  const next = useNext(projectId);
  return (
    <Group gap="md">
      {next && !(source && target) && (
        <Button renderRoot={(props) => <RowLink tabIndex={0} {...props} href={next.href} />}>
          {next.text}
        </Button>
      )}
      <Button variant={next || (source && target) ? 'default' : 'filled'} onClick={start('read')}>
        {t('readBoth')}
      </Button>
      {source && target && (
        <Group gap="sm">
          <Button onClick={start('importAll')}>{t('importBoth')}</Button>
          <Text size="sm" c="dimmed" component="output">
            {t('importBothWhat', {
              source: source.count,
              sourceSchema: source.schemas,
              target: target.count,
              targetSchema: target.schemas,
            })}
          </Text>
        </Group>
      )}
      {children}
    </Group>
  );
}
