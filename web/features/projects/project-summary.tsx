import { Button, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useFormContext, useWatch } from 'react-hook-form';
import type { DatabaseType } from '../../../contract/database-types.ts';
import type { Side } from '../../../contract/fields.ts';
import { formatDate } from '../../lib/format.ts';
import { useTexts, type Texts } from '../../lib/i18n/index.ts';
import { Dot } from '../../ui/marks.tsx';
import classes from './add-project.module.css';
import {
  FORM_STEPS,
  type FormStep,
  type ProjectInput,
  engineOf,
  fieldsOfStep,
  isSide,
  placeTried,
  projectSchema,
} from './project-form-schema.ts';

/** Result of a connection test, valid while the connection fields are unchanged. */
export interface TriedConnection {
  version: string;
  place: string;
}
export type TriedConnections = Partial<Record<Side, TriedConnection | null>>;

/** The number of a step before its name; decorative in lists and headings. */
export const StepName = ({ step, children }: { step: FormStep; children: string }) => (
  <span className={classes.stepName}>
    <span className={classes.number} aria-hidden="true">
      {FORM_STEPS.indexOf(step) + 1}
    </span>
    {children}
  </span>
);

interface Props {
  types: readonly DatabaseType[];
  tried: TriedConnections;
}

/** Summarises what is entered and what is missing, with the submit button. */
export function ProjectSummary({ types, tried }: Props) {
  const t = useTexts('projects');
  const { setFocus, formState } = useFormContext<ProjectInput>();
  const values = useWatch<ProjectInput>() as ProjectInput;
  const checked = projectSchema(types, values).safeParse(values);
  const open = new Set(checked.error?.issues.map(({ path }) => String(path[0])));
  const versionFound = (side: Side) =>
    tried[side]?.place === placeTried(side, types, values) && tried[side]?.version;
  return (
    <Paper component="section" withBorder p="md" aria-labelledby="summary" className={classes.side}>
      <Stack gap="sm">
        <Title order={2} size="h4" id="summary">
          {t('summary')}
        </Title>
        <ol className={classes.steps}>
          {FORM_STEPS.map((step) => {
            const fields = fieldsOfStep(step, types, values);
            const version = isSide(step) && versionFound(step);
            const left = fields.filter((name) => open.has(name));
            return (
              <li key={step}>
                <UnstyledButton
                  className={classes.step ?? ''}
                  onClick={() => setFocus(left[0] ?? fields[0]!)}
                >
                  <Dot tone={left.length === 0 ? 'good' : undefined} />
                  <span className={classes.what}>
                    <b>{t(step)}</b>
                    <span className={classes.entered}>
                      {enteredIn(step, values, types, t).map((text) => (
                        <bdi key={text}>{text}</bdi>
                      ))}
                      {left.length > 0 && <span>{t('fieldsOpen', { count: left.length })}</span>}
                      {version && <span>{version}</span>}
                    </span>
                  </span>
                </UnstyledButton>
              </li>
            );
          })}
        </ol>
        <Button type="submit" loading={formState.isSubmitting}>
          {t('addProject')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('thenRead')}
        </Text>
      </Stack>
    </Paper>
  );
}

/** A step in a few words, from the values entered so far. */
function enteredIn(
  step: FormStep,
  values: ProjectInput,
  types: readonly DatabaseType[],
  t: Texts<'projects'>,
): string[] {
  const value = (name: string) => values[name]?.trim() ?? '';
  const day = (name: string) => formatDate(value(name));
  const dates = { start: day('Planned_Start_Date'), end: day('Planned_End_Date') };
  const lines = {
    general: [value('Project_Name'), value('Client_Name')],
    dates: [dates.end ? t('fromTo', dates) : dates.start],
  };
  if (!isSide(step)) return lines[step].filter(Boolean);
  const place = [value(`${step}_ip`), value(`${step}_db_name`)].filter(Boolean).join('/');
  return [engineOf(types, values, step)?.dbname ?? '', place].filter(Boolean);
}
