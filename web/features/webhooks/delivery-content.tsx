import { Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Delivery } from '../../../contract/webhooks.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Loaded } from '../../ui/load-failed.tsx';
import { deliveryQuery } from './queries.ts';

const indented = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

/** What a delivery sends, and what was answered to its last attempt. */
export function DeliveryContentPanel({ delivery }: { delivery: Delivery }) {
  const t = useTexts('webhooks');
  const query = useQuery(deliveryQuery(delivery));
  return (
    <Loaded query={query} failed={t('contentFailed')} height={120}>
      {({ headers, body, answer }) => (
        <Stack gap="xs">
          <Part title={t('request')}>
            {Object.entries(headers)
              .map(([name, value]) => `${name}: ${value}`)
              .concat('', indented(body))
              .join('\n')}
          </Part>
          {answer !== null && answer !== '' ? (
            <Part title={t('response', { code: delivery.code ?? '' })}>{answer}</Part>
          ) : (
            <Text size="sm" c="dimmed">
              {t(answer === '' ? 'responseEmpty' : 'responseNone')}
            </Text>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

function Part({ title, children }: { title: string; children: string }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Code block dir="ltr" mah={240} tabIndex={0} role="group" aria-label={title}>
        {children}
      </Code>
    </div>
  );
}
