import { Alert, Button, Code, CopyButton, List, Stack, Text } from '@mantine/core';
import type { AccountRights } from '../../../contract/engines.ts';
import { useConnectionTexts } from './texts.ts';

/** What an account could do besides reading, and how one is made that cannot. */
export function AccountRightsNotice({ rights }: { rights: AccountRights | null | undefined }) {
  const t = useConnectionTexts();
  if (!rights || rights.beyond.length === 0) return null;
  const statements = rights.statements.join('\n');
  return (
    <Alert color="yellow" title={t('rights')}>
      <Stack gap="xs" align="flex-start">
        <List size="sm">
          {rights.beyond.map((right) => (
            <List.Item key={right}>{t(`right_${right}`)}</List.Item>
          ))}
        </List>
        <details>
          <Text component="summary" size="sm" style={{ cursor: 'pointer' }}>
            {t('rightsMake')}
          </Text>
          <Stack gap="xs" align="flex-start" mt="xs">
            <Code block dir="ltr">
              {statements}
            </Code>
            <CopyButton value={statements}>
              {({ copied, copy }) => (
                <Button size="compact-sm" variant="default" onClick={copy}>
                  {t(copied ? 'rightsCopied' : 'rightsCopy')}
                </Button>
              )}
            </CopyButton>
          </Stack>
        </details>
      </Stack>
    </Alert>
  );
}
