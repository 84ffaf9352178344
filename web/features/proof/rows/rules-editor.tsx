import { Checkbox, Modal, NumberInput, SimpleGrid, TagsInput, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm, type UseFormReturn } from 'react-hook-form';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import type { ShownTolerance } from '../../../../contract/proof/causes.ts';
import { fingerprint } from '../../../../contract/stale.ts';
import type { ResponseOf } from '../../../../contract/endpoint.ts';
import type { Side } from '../../../../contract/fields.ts';
import type { getStructure } from '../../../../contract/proof/definitions.ts';
import {
  setComparisonRules,
  type ColumnCounterpart,
  type ComparisonRules,
  type ShownRules,
} from '../../../../contract/proof/rows.ts';
import { call, errorText } from '../../../lib/api.ts';
import { notifySuccess } from '../../../lib/notify.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { Form } from '../../../ui/form.tsx';
import { ColumnMap } from './column-map.tsx';
import { Expressions, type TypedExpression, expressionOf, isEmpty } from './expressions.tsx';
import { Inherited, Tolerated } from './tolerated.tsx';
import { useUnadded } from './use-unadded.ts';
import { definitionsQuery } from '../pair/queries.ts';
import { useTexts } from '../../../lib/i18n/index.ts';

/** What the rules are asked for. */
export interface RulesOf {
  /** Columns and output parameters of answers, where the rules of a call are edited; it has no keys and conditions. */
  answers?: readonly string[];
  /** Columns for which expressions are to be entered. */
  compute?: readonly string[];
  /** The column for which a difference is to be let pass. */
  letPass?: string;
}

interface Props extends RulesOf {
  pair: PairRow;
  rules: ShownRules;
  onClose: () => void;
}

/** Edits how the rows or the answers of a pair are compared; every result names what the rules leave out. */
export function RulesEditor(props: Props) {
  const { pair, rules, answers, compute = [], letPass, onClose } = props;
  const t = useTexts('pair');
  const fields = fieldsOf(rules);
  const form = useForm<RulesFields>({
    defaultValues: { ...fields, expressions: withColumns(fields, compute) },
  });
  const { control, register, handleSubmit } = form;
  const unadded = useUnadded();
  const structure = useQuery(definitionsQuery(pair.Project_Id, pair.id)).data;
  const known = {
    source: answers ?? columnsOf(structure, 'source'),
    target: columnsOf(structure, 'target'),
  };
  const save = useSave(props);
  return (
    <Modal opened onClose={onClose} title={t('rules')} size="xl">
      <Form
        label={t('rules')}
        action={t('save')}
        busy={save.isPending}
        failure={save.isError ? errorText(save.error) : null}
        onCancel={onClose}
        onSubmit={unadded.guard(handleSubmit((fields) => save.mutate(fields)))}
      >
        <Names control={control} name="leaveOut" known={known.source} of={answers && 'answers'} />
        {!answers && <OfRows pair={pair} form={form} known={known} refused={save.error} />}
        <Controller
          control={control}
          name="tolerated"
          render={({ field }) => (
            <Tolerated
              {...field}
              known={known.source}
              unadded={unadded.rule}
              {...(answers && { label: t('answerColumn') })}
              {...(letPass !== undefined && { begin: letPass })}
            />
          )}
        />
        {!answers && (
          <Controller
            control={control}
            name="notTolerated"
            render={({ field }) => (
              <Inherited
                projectId={pair.Project_Id}
                except={field.value}
                onChange={field.onChange}
              />
            )}
          />
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {!answers &&
            (['whereSource', 'whereTarget'] as const).map((name) => (
              <Textarea
                key={name}
                label={t(name)}
                description={t('whereHelp')}
                autosize
                {...register(name)}
              />
            ))}
          {(['tolerance', 'precision'] as const).map((name) => (
            <Controller
              key={name}
              control={control}
              name={name}
              render={({ field }) => (
                <NumberInput
                  label={t(name)}
                  description={t(`${name}Help`)}
                  {...LIMITS[name]}
                  {...field}
                />
              )}
            />
          ))}
        </SimpleGrid>
        {(['ignoreCase', 'ignoreTrailingBlanks', 'emptyIsNull'] as const).map((name) => (
          <Checkbox key={name} label={t(name)} {...register(name)} />
        ))}
      </Form>
    </Modal>
  );
}

interface NamesProps {
  control: UseFormReturn<RulesFields>['control'];
  name: 'leaveOut' | 'key';
  known: readonly string[];
  of?: 'answers' | undefined;
}

function Names({ control, name, known, of }: NamesProps) {
  const t = useTexts('pair');
  const help = {
    key: 'keyColumnsHelp',
    leaveOut: of ? 'leaveOutOfAnswers' : 'leaveOutHelp',
  } as const;
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <TagsInput
          label={t(name === 'key' ? 'keyColumns' : name)}
          description={t(help[name])}
          data={[...known]}
          data-autofocus={name === 'leaveOut' || undefined}
          {...field}
        />
      )}
    />
  );
}

interface OfRowsProps {
  pair: PairRow;
  form: UseFormReturn<RulesFields>;
  known: Record<Side, readonly string[]>;
  /** The error with which the server refused to save them. */
  refused: unknown;
}

/** What rows of tables alone have: keys, columns with other names, and expressions. */
function OfRows({ pair, form: { control }, known, refused }: OfRowsProps) {
  return (
    <>
      <Names control={control} name="key" known={known.source} />
      <Controller
        control={control}
        name="columns"
        rules={{ validate: (columns) => namedColumns(columns).every(isWhole) }}
        render={({ field, fieldState }) => (
          <ColumnMap
            columns={field.value}
            known={known}
            checked={fieldState.invalid}
            onChange={field.onChange}
          />
        )}
      />
      <Controller
        control={control}
        name="expressions"
        render={({ field }) => (
          <Expressions
            pair={pair}
            expressions={field.value}
            known={known.source}
            refused={refused}
            onChange={field.onChange}
          />
        )}
      />
    </>
  );
}

function useSave({ pair, rules, onClose }: Props) {
  const t = useTexts('pair');
  const client = useQueryClient();
  const [was] = useState(() => fingerprint(rules));
  return useMutation({
    mutationFn: (fields: RulesFields) =>
      call(setComparisonRules, {
        params: { id: pair.Project_Id, pair: pair.id },
        body: { ...rulesOf(fields), was },
      }),
    onSuccess: () => {
      notifySuccess(t('rulesSaved'));
      void client.invalidateQueries({ queryKey: queryKeys.pair(pair.Project_Id, pair.id) });
      onClose();
    },
  });
}

const LIMITS = {
  tolerance: { min: 0, max: 1, step: 0.000001 },
  precision: { min: 0, max: 6, allowDecimal: false },
};

const ALONE = { source: 'column.missing', target: 'column.extra' };

/** The columns of a side as last read; those without a counterpart come first. */
function columnsOf(structure: ResponseOf<typeof getStructure> | undefined, side: Side): string[] {
  const alone = structure?.findings.filter(({ code }) => code === ALONE[side]) ?? [];
  const all = structure?.snapshots.filter((one) => one.side === side) ?? [];
  const names = all.flatMap(({ columns }) => columns.map(({ name }) => name));
  return [...new Set([...alone.flatMap(({ name }) => name ?? []), ...names])];
}

/** The rules as form values: lists with one entry per line, empty text for null. */
interface RulesFields {
  leaveOut: string[];
  key: string[];
  columns: ColumnCounterpart[];
  expressions: TypedExpression[];
  tolerated: ShownTolerance[];
  notTolerated: number[];
  whereSource: string;
  whereTarget: string;
  tolerance: string | number;
  precision: string | number;
  ignoreCase: boolean;
  ignoreTrailingBlanks: boolean;
  emptyIsNull: boolean;
}

export const fieldsOf = (rules: ShownRules): RulesFields => ({
  leaveOut: rules.leave_out,
  key: rules.key ?? [],
  columns: rules.columns,
  expressions: rules.expressions.map(({ column, source, target }) => ({
    column,
    source: source ?? '',
    target: target ?? '',
  })),
  tolerated: rules.tolerated,
  notTolerated: rules.not_tolerated,
  whereSource: rules.where_source ?? '',
  whereTarget: rules.where_target ?? '',
  tolerance: rules.float_tolerance ?? '',
  precision: rules.time_precision ?? '',
  ignoreCase: rules.ignore_case,
  ignoreTrailingBlanks: rules.ignore_trailing_blanks,
  emptyIsNull: rules.empty_is_null,
});

/** Columns without an expression begin with their names on either side, for people to wrap. */
const withColumns = (
  { expressions, columns }: Pick<RulesFields, 'expressions' | 'columns'>,
  names: readonly string[],
): TypedExpression[] => [
  ...expressions,
  ...names
    .filter((name) => expressions.every(({ column }) => column !== name))
    .map((name) => ({
      column: name,
      source: name,
      target: columns.find(({ source }) => source === name)?.target ?? name,
    })),
];

const numberOf = (value: string | number): number | null => (value === '' ? null : Number(value));

/** The column counterparts to save: trimmed, without empty lines. */
const namedColumns = (columns: readonly ColumnCounterpart[]): ColumnCounterpart[] =>
  columns
    .map(({ source, target }) => ({ source: source.trim(), target: target.trim() }))
    .filter(({ source, target }) => source !== '' || target !== '');

const isWhole = ({ source, target }: ColumnCounterpart) => source !== '' && target !== '';

export const rulesOf = (fields: RulesFields): ComparisonRules => ({
  leave_out: fields.leaveOut,
  key: fields.key.length > 0 ? fields.key : null,
  columns: namedColumns(fields.columns),
  expressions: fields.expressions.filter((one) => !isEmpty(one)).map(expressionOf),
  tolerated: fields.tolerated,
  not_tolerated: fields.notTolerated,
  where_source: fields.whereSource.trim() || null,
  where_target: fields.whereTarget.trim() || null,
  float_tolerance: numberOf(fields.tolerance),
  time_precision: numberOf(fields.precision),
  ignore_case: fields.ignoreCase,
  ignore_trailing_blanks: fields.ignoreTrailingBlanks,
  empty_is_null: fields.emptyIsNull,
});
