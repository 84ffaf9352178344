import { Button, Table, Text, VisuallyHidden, Code, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import type { Delivery } from '../../../contract/webhooks.ts';
import { formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { translateMessage } from '../../lib/i18n/messages.ts';
import { Chevron } from '../../ui/chevron.tsx';
import { Loaded } from '../../ui/load-failed.tsx';
import { Dotted, type Tone } from '../../ui/marks.tsx';
import { Sideways } from '../../ui/sideways.tsx';
import { deliveriesQuery, deliveryQuery } from './queries.ts';
import classes from './webhooks.module.css';

const TONES: Readonly<Record<Delivery['state'], Tone>> = {
  waiting: 'underway',
  sent: 'good',
  failed: 'bad',
};

/** Why the last attempt failed; empty if it did not. */
export const detailOf = ({ detail, detail_said: said }: Delivery): string =>
  said ? translateMessage(said, detail ?? '') : (detail ?? '');

interface Props {
  /** Id of the webhook. */
  id: number;
  onAgain: (delivery: number) => void;
}

/** The latest deliveries of a webhook; each opens to what was sent and answered. */
export function Deliveries({ id, onAgain }: Props) {
  const t = useTexts('webhooks');
  const query = useQuery(deliveriesQuery(id));
  const [opened, setOpened] = useState<number | null>(null);
  const toggle = (delivery: number) =>
    setOpened((before) => (before === delivery ? null : delivery));
  return (
    <Loaded query={query} failed={t('logFailed')} height={60}>
      {(deliveries) =>
        deliveries.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('noDeliveries')}
          </Text>
        ) : (
          <Sideways label={t('log')} className={classes.log} maxHeight={560}>
            <Table aria-label={t('log')} miw={760}>
              <Table.Thead>
                <Table.Tr>
                  {(['event', 'at', 'state', 'attempts', 'answer', 'next'] as const).map((key) => (
                    <Table.Th key={key}>{t(`head_${key}`)}</Table.Th>
                  ))}
                  <Table.Th>
                    <VisuallyHidden>{t('again')}</VisuallyHidden>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {deliveries.map((one) => (
                  <Fragment key={one.id}>
                    <Row
                      delivery={one}
                      open={opened === one.id}
                      onToggle={() => toggle(one.id)}
                      onAgain={() => onAgain(one.id)}
                    />
                    {opened === one.id && (
                      <Table.Tr>
                        <Table.Td colSpan={7}>
                          <DeliveryContentPanel delivery={one} />
                        </Table.Td>
                      </Table.Tr>
                    )}
                  </Fragment>
                ))}
              </Table.Tbody>
            </Table>
          </Sideways>
        )
      }
    </Loaded>
  );
}

interface RowProps {
  delivery: Delivery;
  open: boolean;
  onToggle: () => void;
  onAgain: () => void;
}

function Row({ delivery: one, open, onToggle, onAgain }: RowProps) {
  const t = useTexts('webhooks');
  return (
    <Table.Tr>
      <Table.Td>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={open}
          leftSection={<Chevron open={open} />}
          onClick={onToggle}
        >
          {one.event === 'test' ? t('test') : t(one.event as 'test')}
        </Button>
      </Table.Td>
      <Table.Td className={classes.time ?? ''}>{formatTime(one.at)}</Table.Td>
      <Table.Td>
        <Dotted tone={TONES[one.state]}>{t(`state_${one.state}`)}</Dotted>
      </Table.Td>
      <Table.Td>{one.attempts}</Table.Td>
      <Table.Td className={classes.answer ?? ''}>{detailOf(one) || one.code}</Table.Td>
      <Table.Td className={classes.time ?? ''}>{one.next_at && formatTime(one.next_at)}</Table.Td>
      <Table.Td>
        <Button
          variant={one.state === 'failed' ? 'default' : 'subtle'}
          size="compact-sm"
          aria-label={t('againOne', { time: formatTime(one.at) })}
          onClick={onAgain}
        >
          {t('again')}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

const indented = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

/** What a delivery sends, and what was answered to its last attempt. */
function DeliveryContentPanel({ delivery }: { delivery: Delivery }) {
  const t = useTexts('webhooks');
  const query = useQuery(deliveryQuery(delivery));
  return (
    <div className={classes.content}>
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
    </div>
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
