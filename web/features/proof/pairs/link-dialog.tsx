import { Modal, MultiSelect, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { getPair, linkObjects, type PairRow } from '../../../../contract/proof/pairs.ts';
import { call, errorText } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { Form } from '../../../ui/form.tsx';
import { Loaded } from '../../../ui/load-failed.tsx';
import { nameOf } from './pair-columns.tsx';
import { useAnnounce } from './use-pair-changes.ts';
import { useDebouncedValue } from '@mantine/hooks';
import {
  FAMILIES,
  OBJECT_TYPES,
  type ObjectType,
  type ObjectTypeId,
  familyOf,
  objectTypeOf,
} from '../../../../contract/engines.ts';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import { listSourceObjects, listTargetObjects } from '../../../../contract/objects.ts';
import { objectId } from '../../objects/object-queries.ts';
import { useTexts } from '../../../lib/i18n/index.ts';

/** Maximum number of pairs that can be merged at once. */
export const MAX_LINKED = 50;

interface Props {
  projectId: number;
  pairs: readonly number[];
  onClose: () => void;
  onLinked: (pair: number) => void;
}

/** Merges the objects of the selected pairs, and others that the user picks, into one pair. */
export function LinkDialog({ projectId, pairs, onClose, onLinked }: Props) {
  const t = useTexts('pairs');
  const rows = useQuery({
    queryKey: queryKeys.objectsToLink(projectId, pairs),
    queryFn: ({ signal }) =>
      Promise.all(pairs.map((pair) => call(getPair, { params: { id: projectId, pair }, signal }))),
  });
  return (
    <Modal opened centered onClose={onClose} title={t('linkTitle')} size="lg">
      <Loaded query={rows}>
        {(data) => (
          <Linking
            projectId={projectId}
            rows={data}
            onClose={onClose}
            onLinked={(pair) => {
              onLinked(pair);
              onClose();
            }}
          />
        )}
      </Loaded>
    </Modal>
  );
}

type LinkingProps = Omit<Props, 'pairs'> & { rows: readonly PairRow[] };

function Linking({ projectId, rows, onClose, onLinked }: LinkingProps) {
  const t = useTexts('pairs');
  const announce = useAnnounce(projectId);
  const objectsOf = (side: Side) =>
    rows.flatMap((row) => row[side].map((one) => ({ id: one.id, name: nameOf(one) })));
  const { control, handleSubmit, watch } = useForm<Chosen>({
    defaultValues: { source: objectsOf('source'), target: objectsOf('target') },
  });
  const link = useMutation({
    mutationFn: ({ source, target }: Chosen) =>
      call(linkObjects, {
        params: { id: projectId },
        body: { source_ids: source.map(({ id }) => id), target_ids: target.map(({ id }) => id) },
      }),
    onSuccess: ({ pair, undo }) => {
      announce(t('done_link', { name: pair.name }), undo);
      onLinked(pair.id);
    },
  });
  const ready = SIDES.every((side) => watch(side).length > 0);
  const missing = SIDES.find((side) => objectsOf(side).length === 0) ?? 'source';
  return (
    <Form
      label={t('linkTitle')}
      action={t('linkNow')}
      busy={link.isPending}
      failure={link.isError ? errorText(link.error) : null}
      onSubmit={handleSubmit((chosen) => link.mutate(chosen))}
      onCancel={onClose}
      disabled={!ready}
      note={
        !ready && (
          <Text size="sm" c="dimmed">
            {t('chooseBoth')}
          </Text>
        )
      }
    >
      <Text size="sm">{t('linkText')}</Text>
      {SIDES.map((side) => (
        <Controller
          key={side}
          control={control}
          name={side}
          render={({ field }) => (
            <ObjectPicker
              side={side}
              projectId={projectId}
              typeId={rows[0]!.object_type_id}
              picked={field.value}
              onChange={field.onChange}
              isFirst={side === missing}
            />
          )}
        />
      ))}
    </Form>
  );
}

interface Picked {
  id: number;
  name: string;
}
type Chosen = Record<Side, Picked[]>;

const SHOWN = 50;
const DELAY_MS = 200;

interface ObjectPickerProps {
  side: Side;
  projectId: number;
  /** Only objects of the same family can be linked. */
  typeId: ObjectTypeId;
  picked: readonly Picked[];
  onChange: (picked: Picked[]) => void;
  /** Whether the dialog begins here. */
  isFirst: boolean;
}

/** Searches objects of one side on the server. */
function ObjectPicker(props: ObjectPickerProps) {
  const { side, projectId, typeId, picked, onChange, isFirst } = props;
  const t = useTexts('pairs');
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), DELAY_MS);
  const words = useTexts('object-words');
  const found = useQuery({
    queryKey: queryKeys.objectPicker(projectId, side, typeId, q),
    queryFn: async ({ signal }) => {
      const ofType = (type: ObjectType) =>
        call(side === 'source' ? listSourceObjects : listTargetObjects, {
          params: { id: projectId },
          query: {
            'filter[object_type_id]': String(OBJECT_TYPES[type]),
            limit: String(SHOWN),
            ...(q && { q }),
          },
          signal,
        });
      const own = objectTypeOf(typeId);
      const types = FAMILIES[familyOf(typeId)].toSorted((one) => (one === own ? -1 : 1));
      const rows = (await Promise.all(types.map(ofType))).flat();
      return rows.map((row) => {
        const name = [row.schema_name, row.object_name].filter(Boolean).join('.');
        const type = row.object_type === own ? [] : [words(row.object_type)];
        return { id: objectId(row), name: [name, ...type].join(' · ') };
      });
    },
  });
  // Results for the previous input would shift under the pointer, so they are hidden.
  const answered = typed.trim() === q ? found.data : undefined;
  const known = new Map([...picked, ...(answered ?? [])].map((one) => [String(one.id), one]));
  return (
    <div>
      <MultiSelect
        label={t(side === 'source' ? 'sourceObjects' : 'targetObjects')}
        placeholder={t('findObjects')}
        {...(isFirst && { 'data-autofocus': true })}
        // The list would cover what the dialog says.
        openOnFocus={false}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        // The server has filtered the options already.
        filter={({ options }) => options}
        data={[...known].map(([value, { name }]) => ({ value, label: name }))}
        value={picked.map(({ id }) => String(id))}
        onChange={(ids) => onChange(ids.flatMap((one) => known.get(one) ?? []))}
        nothingFoundMessage={!found.isError && t(answered ? 'noObjects' : 'looking')}
        hidePickedOptions
        maxDropdownHeight={200}
        // Opens upwards, so that it does not cover the dialog's buttons.
        comboboxProps={{ position: 'top-start', offset: 30 }}
      />
      {found.isError && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {t('listFailed', { reason: errorText(found.error) })}
        </Text>
      )}
    </div>
  );
}
