import { Checkbox, Modal, NumberInput, SimpleGrid, TagsInput, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
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
import { definitionsQuery } from '../pair/queries.ts';
import { useTexts } from '../../../lib/i18n/index.ts';

interface Props {
  pair: PairRow;
  rules: ShownRules;
  onClose: () => void;
}

/** How the rows of a pair are compared; what is left out is named in every result. */
export function RulesEditor({ pair, rules, onClose }: Props) {
  const t = useTexts('pair');
  const client = useQueryClient();
  const [fields, setFields] = useState(() => fieldsOf(rules));
  const [was] = useState(() => fingerprint(rules));
  const [incomplete, setIncomplete] = useState(false);
  const structure = useQuery(definitionsQuery(pair.Project_Id, pair.id)).data;
  const known = {
    source: columnsOf(structure, 'source'),
    target: columnsOf(structure, 'target'),
  };
  const save = useMutation({
    mutationFn: (body: ComparisonRules) =>
      call(setComparisonRules, {
        params: { id: pair.Project_Id, pair: pair.id },
        body: { ...body, was },
      }),
    onSuccess: () => {
      notifySuccess(t('rulesSaved'));
      void client.invalidateQueries({ queryKey: queryKeys.pair(pair.Project_Id, pair.id) });
      onClose();
    },
  });
  const set = (part: Partial<RulesFields>) => setFields((before) => ({ ...before, ...part }));
  const submit = async () => {
    const body = rulesOf(fields);
    setIncomplete(body === null);
    if (body) await save.mutateAsync(body).catch(() => {});
  };
  const flags = ['ignoreCase', 'ignoreTrailingBlanks', 'emptyIsNull'] as const;
  return (
    <Modal opened onClose={onClose} title={t('rules')} size="xl">
      <Form
        label={t('rules')}
        action={t('save')}
        busy={save.isPending}
        failure={save.isError ? errorText(save.error) : null}
        onSubmit={submit}
      >
        <TagsInput
          label={t('leaveOut')}
          description={t('leaveOutHelp')}
          data={known.source}
          value={fields.leaveOut}
          onChange={(leaveOut) => set({ leaveOut })}
        />
        <TagsInput
          label={t('keyColumns')}
          description={t('keyColumnsHelp')}
          data={known.source}
          value={fields.key}
          onChange={(key) => set({ key })}
        />
        <ColumnMap
          columns={fields.columns}
          known={known}
          checked={incomplete}
          onChange={(columns) => set({ columns })}
        />
        <Expressions
          pair={pair}
          expressions={fields.expressions}
          known={known.source}
          refused={save.error}
          onChange={(expressions) => set({ expressions })}
        />
        <Tolerated causes={fields.tolerated} onChange={(tolerated) => set({ tolerated })} />
        <Inherited
          projectId={pair.Project_Id}
          except={fields.notTolerated}
          onChange={(notTolerated) => set({ notTolerated })}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {(['whereSource', 'whereTarget'] as const).map((field) => (
            <Textarea
              key={field}
              label={t(field)}
              description={t('whereHelp')}
              autosize
              value={fields[field]}
              onChange={(event) => set({ [field]: event.currentTarget.value })}
            />
          ))}
          <NumberInput
            label={t('tolerance')}
            description={t('toleranceHelp')}
            min={0}
            max={1}
            step={0.000001}
            value={fields.tolerance}
            onChange={(tolerance) => set({ tolerance })}
          />
          <NumberInput
            label={t('precision')}
            description={t('precisionHelp')}
            min={0}
            max={6}
            allowDecimal={false}
            value={fields.precision}
            onChange={(precision) => set({ precision })}
          />
        </SimpleGrid>
        {flags.map((flag) => (
          <Checkbox
            key={flag}
            label={t(flag)}
            checked={fields[flag]}
            onChange={(event) => set({ [flag]: event.currentTarget.checked })}
          />
        ))}
      </Form>
    </Modal>
  );
}

const ALONE = { source: 'column.missing', target: 'column.extra' };

/** The columns of a side as read last, those that nothing was found for first. */
function columnsOf(structure: ResponseOf<typeof getStructure> | undefined, side: Side): string[] {
  const alone = structure?.findings.filter(({ code }) => code === ALONE[side]) ?? [];
  const all = structure?.snapshots.filter((one) => one.side === side) ?? [];
  const names = all.flatMap(({ columns }) => columns.map(({ name }) => name));
  return [...new Set([...alone.flatMap(({ name }) => name ?? []), ...names])];
}

/** The rules as they are typed: lists a line each, nothing as an empty text. */
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

const numberOf = (value: string | number): number | null => (value === '' ? null : Number(value));

/** @returns null where a column has no counterpart */
export function rulesOf(fields: RulesFields): ComparisonRules | null {
  const columns = fields.columns
    .map(({ source, target }) => ({ source: source.trim(), target: target.trim() }))
    .filter(({ source, target }) => source !== '' || target !== '');
  if (columns.some(({ source, target }) => source === '' || target === '')) return null;
  return {
    leave_out: fields.leaveOut,
    key: fields.key.length > 0 ? fields.key : null,
    columns,
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
  };
}
