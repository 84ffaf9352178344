import {
  Button,
  Checkbox,
  Group,
  Paper,
  PasswordInput,
  Progress,
  Radio,
  SegmentedControl,
  Switch,
  Tabs,
  Text,
  Textarea,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { OBJECT_STATUSES } from '../../../contract/objects.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Card } from '../../ui/card.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Figures, namedRow } from '../../ui/figures.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { SqlField } from '../../ui/sql-field.tsx';
import { Sql } from '../../ui/sql.tsx';

/** Components under the name of what they are. */
export function Piece({ of, children }: { of: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={of}>
      <Text size="sm" c="dimmed" ff="monospace" mb="xs">
        {of}
      </Text>
      <Group gap="md">{children}</Group>
    </Paper>
  );
}

export function Choices() {
  const words = useTexts('object-words');
  const [first] = OBJECT_STATUSES;
  const choices = OBJECT_STATUSES.map((value) => ({ value, label: words(value) }));
  return (
    <>
      <Piece of="Checkbox, Radio, Switch, SegmentedControl">
        <Checkbox label={words(first)} />
        <Checkbox label={words(first)} indeterminate />
        <Checkbox label={words(first)} disabled />
        <Radio label={words(first)} name="radio" defaultChecked />
        <Radio label={words(first)} name="radio" />
        <Switch label={words(first)} defaultChecked />
        <Switch label={words(first)} />
        <SegmentedControl aria-label={words('status')} data={choices} />
      </Piece>
      <Piece of="PasswordInput, Textarea">
        <PasswordInput w={200} label={words('status')} defaultValue={first} />
        <Textarea label={words('comments')} defaultValue={words('object_name')} />
      </Piece>
      <Piece of="Tabs">
        <Tabs defaultValue={first}>
          <Tabs.List>
            {choices.map(({ value, label }) => (
              <Tabs.Tab key={value} value={value}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      </Piece>
      <Piece of="Progress">
        {[0, 40, 100].map((value) => (
          <Progress key={value} value={value} w={160} aria-label={formatNumber(value)} />
        ))}
      </Piece>
    </>
  );
}

const STATEMENT = `CREATE VIEW "public"."late" AS\nSELECT id, 'late' AS word -- why\nFROM orders WHERE total > 12.5`;

export function Blocks() {
  const t = useTexts('projects');
  const words = useTexts('object-words');
  const rows = OBJECT_STATUSES.map((status, count) =>
    namedRow(words(status), formatNumber(count * 1_207)),
  );
  return (
    <>
      <Card title={Card.name}>
        <Figures label={Figures.name} headers={[words('status'), t('projects')]} rows={rows} />
      </Card>
      <Piece of="Facts">
        <Facts facts={OBJECT_STATUSES.map((status, at) => [words(status), formatNumber(at)])} />
      </Piece>
      <Piece of="Sql">
        <pre dir="ltr">
          <Sql text={STATEMENT} />
        </pre>
      </Piece>
      <Piece of="SqlField">
        <SqlField w={480} label={words('test_call')} value={STATEMENT} readOnly />
      </Piece>
      <Paper withBorder>
        <Empty text={t('noProjects')}>
          <Button size="sm">{t('addProject')}</Button>
        </Empty>
      </Paper>
      <LoadFailed error={new Error(t('noProjects'))} onRetry={() => {}} />
    </>
  );
}
