import {
  Button,
  Fieldset,
  Group,
  NativeSelect,
  Paper,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { namingRule, type NamingRule } from '../../../../contract/proof/pairs.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import { LeftInput } from '../../../ui/left-input.tsx';

const KINDS = ['removePrefix', 'addPrefix', 'snakeCase', 'lowerCase', 'replace'] as const;

function emptyStep(kind: NamingRule['kind']): NamingRule {
  if (kind === 'removePrefix' || kind === 'addPrefix') return { kind, prefix: '' };
  return kind === 'replace' ? { kind, pattern: '', replacement: '' } : { kind };
}

interface Props {
  steps: readonly NamingRule[];
  onChange: (steps: NamingRule[]) => void;
}

/** Edits the steps that derive a target name from a source name, in order. */
export function NamingSteps({ steps, onChange }: Props) {
  const t = useTexts('pairs');
  const move = (at: number, by: 1 | -1) => {
    const next = [...steps];
    [next[at], next[at + by]] = [next[at + by]!, next[at]!];
    onChange(next);
  };
  return (
    <Paper withBorder p="md" component="section" aria-label={t('steps')}>
      <Stack gap="sm">
        <div>
          <Title order={2} size="h5">
            {t('steps')}
          </Title>
          <Text size="sm" c="dimmed">
            {t(steps.length === 0 ? 'noSteps' : 'stepsHelp')}
          </Text>
        </div>
        {steps.map((step, at) => {
          const number = t('step', { number: at + 1 });
          const button = (name: 'up' | 'down' | 'remove', disabled: boolean, act: () => void) => (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${t(name)}: ${number}`}
              disabled={disabled}
              onClick={act}
            >
              {t(name)}
            </Button>
          );
          return (
            // Steps have nothing of their own to be told apart by.
            // oxlint-disable-next-line react/no-array-index-key
            <Fieldset key={at} legend={number}>
              <Stack gap="sm">
                <StepFields
                  step={step}
                  label={number}
                  onChange={(changed) =>
                    onChange(steps.map((one, index) => (index === at ? changed : one)))
                  }
                />
                <Group gap="xs">
                  {button('up', at === 0, () => move(at, -1))}
                  {button('down', at === steps.length - 1, () => move(at, 1))}
                  {button('remove', false, () =>
                    onChange(steps.filter((_, index) => index !== at)),
                  )}
                </Group>
              </Stack>
            </Fieldset>
          );
        })}
        <Group>
          <Button
            variant="default"
            disabled={steps.length >= 50}
            onClick={() => onChange([...steps, emptyStep('removePrefix')])}
          >
            {t('addStep')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

interface StepProps {
  step: NamingRule;
  label: string;
  onChange: (step: NamingRule) => void;
}

function StepFields({ step, label, onChange }: StepProps) {
  const t = useTexts('pairs');
  return (
    <>
      <NativeSelect
        aria-label={label}
        value={step.kind}
        onChange={(event) => onChange(emptyStep(event.currentTarget.value as NamingRule['kind']))}
        data={KINDS.map((value) => ({ value, label: t(value) }))}
      />
      {'prefix' in step && (
        <LeftInput
          label={t('prefix')}
          value={step.prefix}
          onChange={(event) => onChange({ ...step, prefix: event.currentTarget.value })}
          error={!isValid(step) && `${t('prefix')} ${t('emptyField')}`}
          maxLength={100}
        />
      )}
      {step.kind === 'replace' && (
        <Group gap="sm" align="flex-start">
          <LeftInput
            label={t('pattern')}
            value={step.pattern}
            onChange={(event) => onChange({ ...step, pattern: event.currentTarget.value })}
            error={!isValid(step) && t('badPattern')}
            maxLength={200}
            flex="1 1 160px"
          />
          <TextInput
            label={t('replacement')}
            value={step.replacement}
            onChange={(event) => onChange({ ...step, replacement: event.currentTarget.value })}
            maxLength={200}
            flex="1 1 160px"
          />
        </Group>
      )}
    </>
  );
}

const isValid = (step: NamingRule) => namingRule.safeParse(step).success;
