import { Alert, List } from '@mantine/core';
import { type ReceivedMessage, translateAll } from '../../lib/i18n/messages.ts';
import { useTexts } from '../../lib/i18n/index.ts';

/** Maximum number of warnings shown; an account with few rights has one per schema. */
const MAX_SENTENCES = 10;

/** The warnings of a reading or a test. */
export interface Warned {
  warnings: string[];
  warnings_said: (ReceivedMessage | null)[];
}

export function Warnings({ of }: { of: Warned | null | undefined }) {
  const t = useTexts('connection');
  const sentences = translateAll(of?.warnings ?? [], of?.warnings_said);
  if (sentences.length === 0) return null;
  return (
    <Alert color="yellow" title={t('warnings')}>
      <List size="sm">
        {sentences.slice(0, MAX_SENTENCES).map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      {sentences.length > MAX_SENTENCES &&
        t('andMore', { count: sentences.length - MAX_SENTENCES })}
    </Alert>
  );
}
