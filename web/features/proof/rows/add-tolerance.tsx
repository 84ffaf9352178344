import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, NumberInput, Select, Stack, Text } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import {
  type CauseKind,
  idOfCause,
  isCauseOfValues,
  knownZones,
} from '../../../../contract/proof/causes.ts';
import { SIDES } from '../../../../contract/fields.ts';
import { type Texts, useTexts } from '../../../lib/i18n/index.ts';
import { ReasonFields, type Reasoned, reasoned } from '../evidence/accept-dialog.tsx';
import type { ToleranceTerms } from '../evidence/tolerance-dialog.tsx';
import type { UnaddedRule } from './use-unadded.ts';

const SIDE = 'side';
/** The causes that a person can name before any difference was found, by what they need beside their kind. */
const NEEDED = {
  zone: 'zone',
  shift: 'number',
  fraction: 'number',
  zero_date: SIDE,
  empty: SIDE,
  zero: SIDE,
  set: null,
  blanks: 'ends',
  case: null,
  line_ends: null,
  unicode: null,
  boolean: null,
  float_noise: null,
  interval: null,
  json: null,
  rounded: 'number',
  digits_cut: 'number',
  factor: 'number',
  offset: 'number',
  cut: 'number',
} as const satisfies Partial<Record<CauseKind, string | null>>;
type Kind = keyof typeof NEEDED;
const KINDS = Object.keys(NEEDED) as Kind[];

interface Entered {
  kind: Kind;
  side: string;
  ends: string;
  zone: string | null;
  number: string | number;
}
const EMPTY: Entered = {
  kind: 'zone',
  side: 'source',
  ends: 'both',
  zone: null,
  number: '',
};

const isChanged = (entered: Entered): boolean =>
  (Object.keys(EMPTY) as (keyof Entered)[]).some((name) => entered[name] !== EMPTY[name]);

/** The id of the entered cause; not valid where something is missing. */
function idOf({ kind, side, ends, zone, number }: Entered): string {
  const needed = NEEDED[kind];
  if (needed === null) return kind;
  const parameter = { zone: `${side} ${zone ?? ''}`, side, ends, number: String(number) }[needed];
  return idOfCause(kind, parameter);
}

interface Props {
  /** The inputs for where the cause applies. */
  where: ReactNode;
  /** Whether that is still to be entered. */
  isWhereMissing?: boolean;
  isWhereEntered: boolean;
  /** Whether the inputs are there at once. */
  isBegun?: boolean;
  unadded: UnaddedRule;
  busy?: boolean;
  /** Checks what was entered for the first time. */
  onCheck?: () => void;
  /** May reject once it has said why; what was entered is then kept. */
  onAdd: (cause: string, terms: ToleranceTerms) => void | Promise<unknown>;
}

/** Takes the focus over from what was replaced; a focus that has moved on stays where it is. */
export const takeFocus = (element: HTMLElement | null) => {
  if (document.activeElement === document.body) element?.focus();
};
export const takeFocusInside = (group: HTMLElement | null) =>
  takeFocus(group?.querySelector('input') ?? null);

/** Adds a tolerance for a cause that no comparison has found yet. */
export function AddTolerance(props: Props) {
  const t = useTexts('pair');
  const [state, setState] = useState<'new' | 'open' | 'closed'>(props.isBegun ? 'open' : 'new');
  if (state === 'open') return <Fields {...props} onDone={() => setState('closed')} />;
  return (
    <Group>
      <Button
        ref={state === 'closed' ? takeFocus : null}
        variant="default"
        size="compact-sm"
        onClick={() => setState('open')}
      >
        {t('toleratedAdd')}
      </Button>
    </Group>
  );
}

function Fields({
  where,
  isWhereMissing = false,
  isWhereEntered,
  unadded: { isRefused, button, onEntered },
  busy = false,
  onCheck,
  onAdd,
  onDone,
}: Props & { onDone: () => void }) {
  const t = useTexts('pair');
  const [entered, setEntered] = useState(EMPTY);
  const [isChecked, setIsChecked] = useState(false);
  const set = (part: Partial<Entered>) => setEntered({ ...entered, ...part });
  const id = idOf(entered);
  const form = useForm<Reasoned>({
    resolver: zodResolver(reasoned),
    defaultValues: { reason: '', until: '', scope: '' },
  });
  const refusal = useId();
  const isEntered = isWhereEntered || isChanged(entered) || form.formState.isDirty;
  useEffect(() => {
    onEntered(isEntered);
    return () => onEntered(false);
  }, [onEntered, isEntered]);
  const addReasoned = form.handleSubmit(async ({ reason, until }) => {
    if (busy || isWhereMissing || !isCauseOfValues(id)) return;
    try {
      await onAdd(id, { reason, until: until || null });
    } catch {
      return;
    }
    onDone();
  });
  const add = () => {
    setIsChecked(true);
    onCheck?.();
    return addReasoned();
  };
  // Enter would otherwise submit the form around these inputs.
  const addOnEnter = (event: KeyboardEvent) => {
    const isInput = event.target instanceof HTMLInputElement && !event.nativeEvent.isComposing;
    if (event.key !== 'Enter' || !isInput || event.defaultPrevented) return;
    event.preventDefault();
    void add();
  };
  return (
    <Stack
      ref={takeFocusInside}
      gap="xs"
      role="group"
      aria-label={t('toleratedAdd')}
      onKeyDown={addOnEnter}
    >
      <Group gap="xs" align="flex-start">
        {where}
        <Select
          label={t('toleratedKind')}
          flex="1 1 180px"
          searchable
          allowDeselect={false}
          data={KINDS.map((kind) => ({ value: kind, label: t(`cause_${kind}`) }))}
          value={entered.kind}
          onChange={(kind) => set({ kind: kind as Kind })}
        />
        <Parameter entered={entered} isBad={isChecked && !isCauseOfValues(id)} onChange={set} />
      </Group>
      <FormProvider {...form}>
        <ReasonFields untilHelp={t('letPassUntilHelp')} isInline />
      </FormProvider>
      {isRefused && (
        <Text id={refusal} size="sm" c="var(--mantine-color-error)" role="alert">
          {t('toleratedUnadded')}
        </Text>
      )}
      <Group gap="xs">
        <Button
          ref={button}
          variant="default"
          size="compact-sm"
          loading={busy}
          aria-describedby={isRefused ? refusal : undefined}
          onClick={() => void add()}
        >
          {t('toleratedAddThis')}
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={onDone}>
          {t('toleratedAddNot')}
        </Button>
      </Group>
    </Stack>
  );
}

interface ParameterProps {
  entered: Entered;
  isBad: boolean;
  onChange: (part: Partial<Entered>) => void;
}

/** What a kind of cause needs in addition. */
function Parameter({ entered, isBad, onChange }: ParameterProps) {
  const t = useTexts('pair');
  const needed = NEEDED[entered.kind];
  const error = isBad ? t('toleratedBad') : null;
  const common = { flex: '1 1 140px', allowDeselect: false };
  const sides = SIDES.map((side) => ({ value: side, label: t(side) }));
  switch (needed) {
    case null:
      return null;
    case 'number':
      return (
        <NumberInput
          label={labelOfNumber(entered.kind, t)}
          flex="1 1 140px"
          value={entered.number}
          error={error}
          onChange={(number) => onChange({ number })}
        />
      );
    case 'ends':
      return (
        <Select
          {...common}
          label={t('toleratedEnds')}
          data={[
            { value: 'both', label: t('toleratedEndsBoth') },
            { value: 'end', label: t('toleratedEndsEnd') },
          ]}
          value={entered.ends}
          onChange={(ends) => onChange({ ends: ends ?? 'both' })}
        />
      );
    default:
      return (
        <>
          <Select
            {...common}
            label={t(needed === 'zone' ? 'toleratedLocal' : 'toleratedNull')}
            data={sides}
            value={entered.side}
            onChange={(side) => onChange({ side: side ?? 'source' })}
          />
          {needed === 'zone' && (
            <Select
              {...common}
              label={t('cause_zone')}
              searchable
              limit={100}
              data={knownZones()}
              value={entered.zone}
              error={error}
              onChange={(zone) => onChange({ zone })}
            />
          )}
        </>
      );
  }
}

const labelOfNumber = (kind: Kind, t: Texts<'pair'>): string => {
  if (kind === 'shift') return t('toleratedSeconds');
  if (kind === 'cut') return t('toleratedCharacters');
  return t(kind === 'factor' || kind === 'offset' ? 'toleratedNumber' : 'toleratedDigits');
};
