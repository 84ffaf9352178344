import { Autocomplete, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ResponseOf } from '../../../../contract/endpoint.ts';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { type ComputedColumn, tryExpression } from '../../../../contract/proof/rows.ts';
import { ApiError, call, errorText } from '../../../lib/api.ts';
import { translateMessage } from '../../../lib/i18n/messages.ts';
import { type Texts, useTexts } from '../../../lib/i18n/index.ts';
import { NULL } from './shown.ts';

/** An expression as typed; empty text stands for none. */
export type TypedExpression = Record<'column' | Side, string>;

interface Props {
  pair: PairRow;
  expressions: readonly TypedExpression[];
  /** Names of the source columns as last read. */
  known: readonly string[];
  onChange: (expressions: TypedExpression[]) => void;
  /** The error with which the server refused to save them. */
  refused: unknown;
}

/** Edits the expressions that are compared instead of columns, on one or both sides. */
export function Expressions({ pair, expressions, known, onChange, refused }: Props) {
  const t = useTexts('pair');
  const set = (at: number, part: Partial<TypedExpression>) =>
    onChange(expressions.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <Stack gap="xs" component="section" aria-label={t('expressions')}>
      <div>
        <Text size="sm" fw={600}>
          {t('expressions')}
        </Text>
        <Text size="xs" c="dimmed">
          {t('expressionsHelp')}
        </Text>
      </div>
      {expressions.map((one, at) => (
        <Expression
          // Rows have nothing of their own to be told apart by.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          pair={pair}
          at={at}
          one={one}
          known={known}
          refused={refused}
          onChange={(part) => set(at, part)}
          onRemove={() => onChange(expressions.filter((_, index) => index !== at))}
        />
      ))}
      <Group>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => onChange([...expressions, { column: '', source: '', target: '' }])}
        >
          {t('expressionAdd')}
        </Button>
      </Group>
    </Stack>
  );
}

interface RowProps extends Pick<Props, 'pair' | 'known' | 'refused'> {
  at: number;
  one: TypedExpression;
  onChange: (part: Partial<TypedExpression>) => void;
  onRemove: () => void;
}

function Expression({ pair, at, one, known, refused, onChange, onRemove }: RowProps) {
  const t = useTexts('pair');
  const tried = useMutation({
    mutationFn: () =>
      call(tryExpression, {
        params: { id: pair.Project_Id, pair: pair.id },
        body: expressionOf(one),
      }),
  });
  const faults = { ...faultsOf(refused, `expressions.${at}.`), ...faultsOf(tried.error, '') };
  const change = (part: Partial<TypedExpression>) => {
    tried.reset();
    onChange(part);
  };
  const label = (field: string) => `${t('expressions')} ${at + 1}: ${field}`;
  const isElsewhere = tried.isError && Object.keys(faultsOf(tried.error, '')).length === 0;
  return (
    <Stack gap={4}>
      <Group gap="xs" align="flex-start">
        <Autocomplete
          flex="1 1 120px"
          aria-label={label(t('expressionColumn'))}
          placeholder={t('expressionColumn')}
          data={[...known]}
          value={one.column}
          maxLength={500}
          error={faults['column']}
          onChange={(column) => change({ column })}
        />
        {SIDES.map((side) => (
          <Textarea
            key={side}
            dir="ltr"
            flex="2 1 160px"
            autosize
            spellCheck={false}
            aria-label={label(t(side))}
            placeholder={t(side)}
            value={one[side]}
            maxLength={1_000}
            error={faults[side]}
            onChange={(event) => change({ [side]: event.currentTarget.value })}
          />
        ))}
        <Button
          variant="default"
          loading={tried.isPending}
          disabled={one.column.trim() === '' || (one.source + one.target).trim() === ''}
          aria-label={`${t('expressionTry')} ${one.column}`}
          onClick={() => tried.mutate()}
        >
          {t('expressionTry')}
        </Button>
        <Button
          variant="default"
          aria-label={`${t('columnMapRemove')} ${one.column}`}
          onClick={onRemove}
        >
          {t('columnMapRemove')}
        </Button>
      </Group>
      <div role="status">
        {tried.data && <Tried tried={tried.data} />}
        {isElsewhere && (
          <Text size="sm" c="red">
            {errorText(tried.error)}
          </Text>
        )}
      </div>
    </Stack>
  );
}

function Tried({ tried }: { tried: ResponseOf<typeof tryExpression> }) {
  const t = useTexts('pair');
  return SIDES.map((side) => {
    const found = tried[side];
    if (!found) return null;
    const values = found.values.map((value) => value ?? NULL).join(' · ');
    return (
      <Text key={side} size="sm">
        {t('expressionTried', { side: t(side), type: found.type || t('expressionUntyped') })}{' '}
        <bdi>{found.values.length === 0 ? t('expressionNoRows') : values}</bdi>
      </Text>
    );
  });
}

/** The expressions compared instead of a column, one sentence per side that has one. */
export const expressionTexts = ({ column, ...sides }: ComputedColumn, t: Texts<'pair'>): string[] =>
  SIDES.flatMap((side) => {
    const expression = sides[side];
    return expression === null ? [] : t('comparedAs', { column, expression, side: t(side) });
  });

/** Field errors of one expression, in the chosen language. */
function faultsOf(error: unknown, path: string): Record<string, string> {
  const errors = error instanceof ApiError ? (error.problem.errors ?? []) : [];
  return Object.fromEntries(
    errors
      .filter(({ field }) => field.startsWith(path))
      .map((one) => [one.field.slice(path.length), translateMessage(one, one.message)]),
  );
}

export const expressionOf = ({ column, source, target }: TypedExpression): ComputedColumn => ({
  column: column.trim(),
  source: source.trim() || null,
  target: target.trim() || null,
});

export const isEmpty = ({ column, source, target }: TypedExpression): boolean =>
  (column + source + target).trim() === '';
