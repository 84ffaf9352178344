import { Alert, List } from '@mantine/core';
import { useConnectionTexts } from './texts.ts';

export function Warnings({ sentences = [] }: { sentences?: string[] | undefined }) {
  const t = useConnectionTexts();
  if (sentences.length === 0) return null;
  return (
    <Alert color="yellow" title={t('warnings')}>
      <List size="sm">
        {sentences.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
