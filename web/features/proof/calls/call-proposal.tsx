import { Button, Group, Text } from '@mantine/core';
import type { z } from 'zod';
import type { getCall, PairCall } from '../../../../contract/proof/calls.ts';
import { useTexts, type Texts } from '../../../lib/i18n/index.ts';
import { translateAll } from '../../../lib/i18n/messages.ts';

type Proposed = NonNullable<z.infer<(typeof getCall)['response']>['proposal']>;

/** Fills in a proposal without overwriting what is written, and adds the values that every call needs. */
export function withProposal(
  edited: PairCall,
  { source, target, writes, values }: Proposed,
  t: Texts<'pair'>,
): Partial<PairCall> {
  const isAlone = edited.parameter_sets.length === 0 && Object.keys(values).length > 0;
  return {
    source_text: edited.source_text.trim() ? edited.source_text : (source ?? ''),
    target_text: edited.target_text.trim() ? edited.target_text : (target ?? ''),
    writes: edited.writes || writes,
    ...(isAlone && {
      parameter_sets: [{ name: t('setName', { number: 1 }), values, expected_error: null }],
    }),
  };
}

/** Offers a proposed first call, or explains why there is none. */
export function CallProposal({ proposal, onTake }: { proposal: Proposed; onTake: () => void }) {
  const t = useTexts('pair');
  const { source, target, reasons, reasons_said } = proposal;
  return (
    <Group>
      {(source ?? target) !== null && (
        <Button variant="default" size="compact-sm" onClick={onTake}>
          {t('proposeCall')}
        </Button>
      )}
      {translateAll(reasons, reasons_said).map((reason) => (
        <Text key={reason} size="sm" c="dimmed">
          {reason}
        </Text>
      ))}
    </Group>
  );
}
