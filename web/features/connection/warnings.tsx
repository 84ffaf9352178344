import { Alert, List } from '@mantine/core';
import { translateSentence } from '../../lib/i18n/sentences.ts';
import { useConnectionTexts } from './texts.ts';

/** An account with few rights has one for each schema. */
const MOST_SENTENCES = 10;

export function Warnings({ sentences = [] }: { sentences?: string[] | undefined }) {
  const t = useConnectionTexts();
  if (sentences.length === 0) return null;
  return (
    <Alert color="yellow" title={t('warnings')}>
      <List size="sm">
        {sentences.slice(0, MOST_SENTENCES).map((sentence) => (
          <List.Item key={sentence}>{translateSentence(sentence)}</List.Item>
        ))}
      </List>
      {sentences.length > MOST_SENTENCES &&
        t('andMore', { count: sentences.length - MOST_SENTENCES })}
    </Alert>
  );
}
