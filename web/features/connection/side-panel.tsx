import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, useId, useImperativeHandle, useState, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { useFormContext } from 'react-hook-form';
import type { DatabaseType } from '../../../contract/database-types.ts';
import type { ObjectType } from '../../../contract/engines.ts';
import type { Side } from '../../../contract/fields.ts';
import type { InventoryItem } from '../../../contract/inventory.ts';
import { type ProjectRow, trackedOf } from '../../../contract/projects.ts';
import { placeServerErrors } from '../../lib/forms.ts';
import { ConnectionEditor, SaveOffer } from './connection-editor.tsx';
import {
  formName,
  formNames,
  missingFields,
  passwordState,
  placeOf,
  samePlace,
  sameSignIn,
  storedConnection,
  unsavedFields,
  type ConnectionValues,
  type ScreenForm,
  type SideForm,
} from './connection-form.ts';
import { ImportedNames, ImportedSoFar, useImports, type Imports } from './imported.tsx';
import { Progress, waiting } from './progress.tsx';
import { ReportPanel } from './report-panel.tsx';
import { SingleReport } from './single-report.tsx';
import { SummaryPanel, SchemasTable } from './summary-panel.tsx';
import { useSide, withoutPassword, type SideCalls, useKeptReading } from './use-side.ts';
import { Warnings, AccountRightsNotice } from './notices.tsx';
import { useSearch } from '@tanstack/react-router';
import { ApiError } from '../../lib/api.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { EngineName, Dotted } from '../../ui/marks.tsx';
import classes from './connection.module.css';
import { formatRelative, formatTime } from '../../lib/format.ts';

/** Actions of a column that the page can start. */
export interface SideStart {
  read: () => void;
  /** Imports everything that was found. */
  importAll: () => void;
}

/** What the first import would import: the objects of these schemas. */
export interface FirstImport {
  schemas: string;
  count: number;
}

interface Props {
  project: ProjectRow;
  side: Side;
  types: DatabaseType[];
  type: DatabaseType;
  /** Reports what `importAll` would import; null unless this is the side's first import and needs no decision. */
  onFound: (side: Side, found: FirstImport | null) => void;
  ref: Ref<SideStart>;
}

interface WorkingProps {
  /** Whether the connection was tested in this visit. */
  now: boolean;
  /** When all of the database was last read over the connection as it is saved. */
  since: string | null | undefined;
}

/** That the connection works, or when it last did as far as is known. */
function Working({ now, since }: WorkingProps) {
  const t = useTexts('connection');
  if (!now && !since) return null;
  return (
    <span className={classes.connected} title={now || !since ? undefined : formatTime(since)}>
      {now ? (
        <Dotted tone="good">{t('isConnected')}</Dotted>
      ) : (
        <Dotted tone="settled">{t('hasWorked', { time: formatRelative(since!) })}</Dotted>
      )}
    </span>
  );
}

/** The database of one side: its connection, what is imported, and the last report. */
export function SidePanel({ project, side, types, type, onFound, ref }: Props) {
  const t = useTexts('connection');
  const heading = useId();
  const { watch, setValue, setError, clearErrors, trigger } = useFormContext<ScreenForm>();
  const objectTypes = typesOf(type, project);
  const form = offered(watch(side), objectTypes);
  const onChange = (next: SideForm) => setValue(side, next);
  const { values } = form;
  const names = formNames(side, type);
  const stored = storedConnection(project, side);
  const password = passwordState(values, type, project, side);
  const changed = !samePlace(values, stored);
  const isComplete = missingFields(values, type, password).length === 0;
  const { edit } = useSearch({ strict: false }) as { edit?: number };
  const [editing, setEditing] = useState(changed || !isComplete || edit === 1);
  const calls = useSide(project, side, type, form, {
    onSaved: () => {
      onChange({ ...form, values: withoutPassword(values) });
      setEditing(false);
    },
    onRefused: (error) => {
      // A hidden field cannot take the focus, so the form must be rendered first.
      if (error instanceof ApiError && error.problem.errors) flushSync(() => setEditing(true));
      placeServerErrors(error, names, setError, (field) => formName(side, field));
    },
  });
  const imports = useImports(project.Project_Id)?.[side];
  useKeptReading(project.Project_Id, side, imports, calls, changed);
  // What the server last reported, unless the form leads to another place.
  const known = changed ? undefined : imports;
  const works = calls.connected !== null && sameSignIn(calls.connected, values);
  const unsaved = works ? unsavedFields(values, stored) : [];

  const setValues = (next: ConnectionValues) => {
    // Another place invalidates what was read; another password alone does not.
    if (!samePlace(next, values)) calls.forget();
    if (next.engine !== values.engine || next.no_password !== values.no_password) clearErrors(side);
    onChange({ ...form, values: next, ...(!samePlace(next, values) && { schema: '' }) });
  };
  const attempt = async (start: () => Promise<void>) => {
    if (calls.busy) return;
    if (!isComplete) flushSync(() => setEditing(true));
    if (await trigger(names, { shouldFocus: true })) void start();
  };
  const reading = (start: () => Promise<void>) => () =>
    void attempt(() => {
      setValue('reportType', side);
      return start();
    });
  const read = reading(() => calls.readAll());
  const first = unsaved.length > 0 ? [] : firstImport(calls, imports, values.db_name);
  useReportFirstImport(first, side, onFound);
  useImperativeHandle(ref, () => ({ read, importAll: () => void calls.importItems(first, false) }));
  const waits = waiting(calls.busy);

  return (
    <Paper component="section" withBorder p="md" radius="md" aria-labelledby={heading}>
      <Stack gap="sm">
        <div>
          <Title order={2} size="h4" id={heading}>
            {t(side)}
          </Title>
          <Group gap="0 6px" className={classes.place}>
            <b>
              <EngineName id={type.id}>{known?.server_version ?? type.dbname}</EngineName>
            </b>
            {isComplete && <bdi>{placeOf(values, type)}</bdi>}
            <Working now={works} since={known?.read_at} />
          </Group>
          <ImportedSoFar imports={imports} />
        </div>
        <Group gap="sm">
          <Button variant="default" {...waits} onClick={read}>
            {t(imports?.imported_at ? 'readAgain' : 'readEverything')}
          </Button>
          <Button
            variant="default"
            aria-expanded={editing}
            onClick={() => setEditing((before) => !before)}
          >
            {t('edit')}
          </Button>
        </Group>
        <Failure text={calls.failure} />
        {editing && (
          <ConnectionEditor
            {...{ side, types, type, values, stored, password, changed, calls }}
            onChange={setValues}
            attempt={attempt}
          />
        )}
        {unsaved.length > 0 && <SaveOffer {...{ side, values, stored, unsaved, calls }} />}
        <Warnings of={calls.tested} />
        <AccountRightsNotice
          rights={calls.tested?.rights ?? (changed ? null : project[`${side}_rights`])}
        />
        <ImportedNames projectId={project.Project_Id} side={side} imports={imports} />
        <SingleReport
          {...{ side, objectTypes, form, onChange, calls }}
          onFetch={() => void attempt(calls.fetchSchemas)}
          onGenerate={reading(calls.generateReport)}
        />
        <Found
          {...{ project, side, calls }}
          onReadOthers={reading(() => calls.readAll(true))}
          offersSaving={unsaved.length > 0 && values.engine === stored.engine}
        />
      </Stack>
    </Paper>
  );
}

/** Why the last call failed; stays until the next one. */
function Failure({ text }: { text: string | null }) {
  return (
    text && (
      <Text size="sm" c="red">
        <bdi>{text}</bdi>
      </Text>
    )
  );
}

interface FoundProps extends Pick<Props, 'project' | 'side'> {
  calls: SideCalls;
  onReadOthers: () => void;
  offersSaving: boolean;
}

/** Progress and results of a reading. */
function Found({ project, side, calls, onReadOthers, offersSaving }: FoundProps) {
  const t = useTexts('connection');
  const others = calls.reading?.others ?? [];
  // What arrives after the report stands below it: a button that moves away while it is pressed loses the press.
  const countedLater = calls.reading === null;
  return (
    <>
      {calls.busy && (
        <Progress
          busy={calls.busy}
          importing={calls.importing}
          reading={calls.reading}
          onCancel={calls.cancel}
        />
      )}
      {!countedLater && calls.summary && <SummaryPanel summary={calls.summary} />}
      {calls.reading && calls.reading.planned > 1 && (
        <SchemasTable side={side} reading={calls.reading} />
      )}
      {calls.report && others.length > 0 && (
        <div>
          <Text size="sm" c="dimmed">
            {t('othersNotRead', { count: others.length, names: nameSome(others) })}
          </Text>
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={calls.busy !== null}
            onClick={onReadOthers}
          >
            {t('readOthers', { count: others.length })}
          </Button>
        </div>
      )}
      {calls.report && (
        <ReportPanel {...{ project, side, calls, offersSaving, report: calls.report }} />
      )}
      {calls.counting.busy && (
        <Progress busy={calls.counting.busy} onCancel={calls.counting.cancel} />
      )}
      {countedLater && calls.summary && <SummaryPanel summary={calls.summary} />}
    </>
  );
}

/** Names beyond these are not listed. */
const MAX_NAMES = 5;

const nameSome = (names: readonly string[]): string =>
  [...names.slice(0, MAX_NAMES), ...(names.length > MAX_NAMES ? ['…'] : [])].join(', ');

/** Of more schemas than these, and none with the database's name, a person must choose. */
const FEW_SCHEMAS = 4;

/**
 * Objects of a side of which everything was read and nothing is imported: of the schema with the database's name, otherwise of
 * all schemas if they are few.
 */
function firstImport(
  { busy, report }: SideCalls,
  imports: Imports | undefined,
  database: string,
): readonly InventoryItem[] {
  if (busy !== null || report?.objectType !== null || imports?.types.length !== 0) return [];
  const { items } = report;
  const own = items.filter(({ schema }) => schema === database);
  return own.length > 0 || schemasOf(items).length > FEW_SCHEMAS ? own : items;
}

const schemasOf = (items: readonly InventoryItem[]): string[] => [
  ...new Set(items.map(({ schema }) => schema)),
];

/** Reports to `onFound` what the first import of this side would import. */
function useReportFirstImport(
  first: readonly InventoryItem[],
  side: Side,
  onFound: Props['onFound'],
): void {
  const { length: count } = first;
  const schemas = schemasOf(first).join(', ');
  useEffect(
    () => onFound(side, count === 0 ? null : { schemas, count }),
    [onFound, side, schemas, count],
  );
}

/** Resets the chosen type of object if the engine does not have it. */
const offered = (form: SideForm, types: readonly ObjectType[]): SideForm =>
  types.includes(form.objectType) ? form : { ...form, objectType: types[0] ?? 'tables' };

/** The engine's standard types, and its optional types that the project tracks. */
const typesOf = ({ object_types, tracked_types }: DatabaseType, { also_tracked }: ProjectRow) => {
  const tracked = trackedOf(also_tracked);
  return [...object_types, ...tracked_types.filter((one) => tracked.includes(one))];
};
