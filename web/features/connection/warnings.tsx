import { Alert, List } from '@mantine/core';
import { type Said, sayAll } from '../../lib/i18n/messages.ts';
import { useTexts } from '../../lib/i18n/index.ts';

/** Maximum number of warnings shown; an account with few rights has one per schema. */
const MOST_SENTENCES = 10;

/** The warnings of a reading or a test. */
export interface Warned {
  warnings: string[];
  warnings_said: (Said | null)[];
}

export function Warnings({ of }: { of: Warned | null | undefined }) {
  const t = useTexts('connection');
  const sentences = sayAll(of?.warnings ?? [], of?.warnings_said);
  if (sentences.length === 0) return null;
  return (
    <Alert color="yellow" title={t('warnings')}>
      <List size="sm">
        {sentences.slice(0, MOST_SENTENCES).map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      {sentences.length > MOST_SENTENCES &&
        t('andMore', { count: sentences.length - MOST_SENTENCES })}
    </Alert>
  );
}
