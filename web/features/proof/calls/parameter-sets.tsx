import {
  Button,
  Checkbox,
  Fieldset,
  Group,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import type { CallParameter, ErrorClass, PairCall } from '../../../../contract/proof/calls.ts';
import { useState } from 'react';
import { MANY, valuesOf } from './call-parameters.ts';
import { useTexts, type Texts } from '../../../lib/i18n/index.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';

/** The type in the spelling of both sides, or once if both spell it the same. */
const typesOf = ({ source, target }: CallParameter): string =>
  [...new Set([source, target].filter((type) => type !== null))].join(' → ');

const PATTERNS: Partial<Record<CanonicalType['kind'], [RegExp, Misfit]>> = {
  integer: [/^\s*[-+]?\d+\s*$/, 'notWhole'],
  decimal: [/^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i, 'notNumber'],
  float: [/^\s*[-+]?(?:(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|inf(?:inity)?|nan)\s*$/i, 'notNumber'],
  date: [/^\s*-?\d{4,}-\d\d?-\d\d?/, 'notDate'],
  timestamp: [/^\s*-?\d{4,}-\d\d?-\d\d?/, 'notDate'],
  uuid: [/^\s*\{?(?:[\da-f]{4}-?){8}\}?\s*$/i, 'notUuid'],
};
type Misfit = 'notWhole' | 'notNumber' | 'notDate' | 'notUuid';

/** Why a value does not fit its type in any engine's notation; the engines have the last word. */
function misfitOf(
  value: string | null | undefined,
  { kind }: CanonicalType,
  t: Texts<'pair'>,
): string | undefined {
  const known = PATTERNS[kind];
  if (!value || !known) return undefined;
  const [pattern, misfit] = known;
  return pattern.test(value) ? undefined : t(misfit);
}

export type Sets = PairCall['parameter_sets'];

/** The error classes that a test may expect from a routine. */
export type ExpectedError = Exclude<ErrorClass, 'permission' | 'not_found' | 'syntax'>;

interface Props {
  /** Names of the parameters in the texts. */
  names: readonly string[];
  /** The parameters of the routine, as far as they are known. */
  parameters: readonly CallParameter[];
  /** The server's errors about values, by field. */
  errors: Readonly<Record<string, string>>;
  /** Variables that receive values in the texts; without an initial value they are NULL. */
  variables: readonly string[];
  sets: Sets;
  /** The error that both sides returned for each set in the last run. */
  refusals: readonly (ExpectedError | null)[];
  onChange: (sets: Sets) => void;
}

/** Values of the parameters; the call runs once for each set. */
export function ParameterSets(props: Props) {
  const { names, parameters, errors, variables, sets, refusals, onChange } = props;
  const t = useTexts('pair');
  const [opened, open] = useState<readonly number[]>([]);
  const isOpen = (set: Sets[number], index: number): boolean =>
    sets.length <= MANY ||
    opened.includes(index) ||
    names.some((name) => set.values[name] === undefined) ||
    Object.keys(errors).some((field) => field.startsWith(`parameter_sets.${index}.`));
  const change = (index: number, part: Partial<Sets[number]>) => {
    // A set does not fold while it is written.
    if (!opened.includes(index)) open([...opened, index]);
    onChange(sets.map((set, place) => (place === index ? { ...set, ...part } : set)));
  };
  const remove = (index: number) => {
    open(opened.flatMap((one) => (one === index ? [] : [one > index ? one - 1 : one])));
    onChange(sets.filter((_, place) => place !== index));
  };
  const parameterOf = (name: string) =>
    parameters.find((one) => one.name.toLowerCase() === name.toLowerCase());
  const add = () => {
    // A new set starts with the values of the last one, because often only one value changes.
    const last = sets.at(-1)?.values ?? {};
    const values = Object.fromEntries(
      [...names, ...variables].flatMap((name) =>
        last[name] === undefined ? [] : [[name, last[name]]],
      ),
    );
    open([...opened, sets.length]);
    onChange([
      ...sets,
      { name: t('setName', { number: sets.length + 1 }), values, expected_error: null },
    ]);
  };
  if (names.length + variables.length === 0 && sets.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('noParameters')}
      </Text>
    );
  }
  return (
    <Stack gap="sm">
      {sets.map((set, index) => (
        // Sets have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <Fieldset key={index} legend={set.name || t('setName', { number: index + 1 })}>
          {isOpen(set, index) ? (
            <SimpleGrid cols={{ base: 1, sm: 3 }}>
              <TextInput
                label={t('setLabel')}
                maxLength={100}
                value={set.name}
                onChange={(event) => change(index, { name: event.currentTarget.value })}
              />
              {names.map((name) => (
                <Value
                  key={name}
                  name={name}
                  mark=":"
                  parameter={parameterOf(name)}
                  error={errors[`parameter_sets.${index}.values.${name}`]}
                  value={set.values[name]}
                  onChange={(value) => change(index, { values: { ...set.values, [name]: value } })}
                />
              ))}
              {variables.map((name) => (
                <Value
                  key={name}
                  name={name}
                  mark="@"
                  parameter={parameterOf(name)}
                  error={errors[`parameter_sets.${index}.values.${name}`]}
                  value={set.values[name] ?? null}
                  onChange={(value) => change(index, { values: { ...set.values, [name]: value } })}
                />
              ))}
            </SimpleGrid>
          ) : (
            set.name !== valuesOf(set) && (
              <Text size="sm">
                <bdi dir="ltr">{valuesOf(set)}</bdi>
              </Text>
            )
          )}
          <Refusal
            error={(set.expected_error as ExpectedError | null) ?? refusals[index] ?? null}
            isExpected={set.expected_error !== null}
            onChange={(expected_error) => change(index, { expected_error })}
          />
          <Group mt="xs">
            {!isOpen(set, index) && (
              <Button variant="default" size="compact-sm" onClick={() => open([...opened, index])}>
                {t('editSet')}
              </Button>
            )}
            <Button variant="default" size="compact-sm" onClick={() => remove(index)}>
              {t('removeSet')}
            </Button>
          </Group>
        </Fieldset>
      ))}
      <Group>
        <Button variant="default" size="compact-sm" disabled={sets.length >= 100} onClick={add}>
          {t('addSet')}
        </Button>
      </Group>
    </Stack>
  );
}

interface RefusalProps {
  error: ExpectedError | null;
  isExpected: boolean;
  onChange: (error: ExpectedError | null) => void;
}

/** If both sides refuse a call, the user decides whether that is the expected result. */
function Refusal({ error, isExpected, onChange }: RefusalProps) {
  const t = useTexts('pair');
  if (error === null) return null;
  return (
    <Switch
      mt="xs"
      label={t('mustRefuse', { error: t(`error_${error}`) })}
      description={t('mustRefuseHelp')}
      checked={isExpected}
      onChange={(event) => onChange(event.currentTarget.checked ? error : null)}
    />
  );
}

interface ValueProps {
  name: string;
  /** Prefix of the name in the texts. */
  mark: ':' | '@';
  parameter: CallParameter | undefined;
  error: string | undefined;
  /** Undefined: no value was entered. */
  value: string | null | undefined;
  onChange: (value: string | null) => void;
}

function Value({ name, mark, parameter, error, value, onChange }: ValueProps) {
  const t = useTexts('pair');
  const misfit = parameter && misfitOf(value, parameter.canonical, t);
  return (
    <div>
      <TextInput
        label={<bdi dir="ltr">{mark + name}</bdi>}
        description={parameter && <bdi dir="ltr">{typesOf(parameter)}</bdi>}
        error={error ?? misfit}
        disabled={value === null}
        value={value ?? ''}
        placeholder={value === undefined ? t('noValue') : value === '' ? t('emptyText') : ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Checkbox
        mt={4}
        size="xs"
        label={t('isNull', { name })}
        checked={value === null}
        onChange={(event) => onChange(event.currentTarget.checked ? null : '')}
      />
    </div>
  );
}
