import { Alert, List } from '@mantine/core';
import { translateSentence } from '../../lib/i18n/sentences.ts';
import { useConnectionTexts } from './texts.ts';

export function Warnings({ sentences = [] }: { sentences?: string[] | undefined }) {
  const t = useConnectionTexts();
  if (sentences.length === 0) return null;
  return (
    <Alert color="yellow" title={t('warnings')}>
      <List size="sm">
        {sentences.map((sentence) => (
          <List.Item key={sentence}>{translateSentence(sentence)}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
