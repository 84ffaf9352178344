import { Button, Group, SimpleGrid, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { formatCall, type PairCall } from '../../../../contract/proof/calls.ts';
import { SIDES } from '../../../../contract/fields.ts';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { call } from '../../../lib/api.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import { notifyError } from '../../../lib/notify.ts';
import { SqlField } from '../../../ui/sql-field.tsx';

type Texts = Pick<PairCall, 'source_text' | 'target_text'>;

const TEXTS = ['source_text', 'target_text'] as const;

interface Props {
  pair: PairRow;
  texts: Texts;
  onChange: (part: Partial<Texts>) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** What runs on each side. */
export function CallTexts({ pair, texts, onChange, onKeyDown }: Props) {
  const t = useTexts('pair');
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {SIDES.map((side) => (
          <SqlField
            key={side}
            label={t(`callText_${side}`)}
            description={t('callTextHelp')}
            minRows={3}
            maxRows={16}
            value={texts[`${side}_text`]}
            onChange={(event) => onChange({ [`${side}_text`]: event.currentTarget.value })}
            onKeyDown={onKeyDown}
          />
        ))}
      </SimpleGrid>
      <Format pair={pair} texts={texts} onChange={onChange} />
    </>
  );
}

/** Lays both texts out in lines. */
function Format({ pair, texts, onChange }: Omit<Props, 'onKeyDown'>) {
  const t = useTexts('pair');
  const { source_text, target_text } = texts;
  const current = useRef(texts);
  useEffect(() => {
    current.current = texts;
  }, [texts]);
  const format = useMutation({
    mutationFn: (body: Texts) =>
      call(formatCall, { params: { id: pair.Project_Id, pair: pair.id }, body }),
    onSuccess(laidOut, sent) {
      // What was written meanwhile stays.
      const asSent = TEXTS.filter((key) => current.current[key] === sent[key]);
      onChange(Object.fromEntries(asSent.map((key) => [key, laidOut[key] ?? sent[key]])));
    },
    onError: notifyError,
  });
  const { data: after, variables: before } = format;
  const isRefused = TEXTS.some((key) => after?.[key] === null && before?.[key] === texts[key]);
  const isChanged =
    after !== undefined &&
    TEXTS.some((key) => texts[key] !== before?.[key]) &&
    TEXTS.every((key) => texts[key] === (after[key] ?? before?.[key]));
  return (
    <Group gap="sm">
      <Button
        variant="default"
        size="compact-sm"
        disabled={source_text.trim() === '' && target_text.trim() === ''}
        loading={format.isPending}
        onClick={() => format.mutate({ source_text, target_text })}
      >
        {t('formatTexts')}
      </Button>
      {before && isChanged && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(before)}>
          {t('unformat')}
        </Button>
      )}
      <Text size="sm" role="status">
        {isRefused && t('notFormatted')}
      </Text>
    </Group>
  );
}
