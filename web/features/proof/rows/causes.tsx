import { Group, Progress, Stack, Text, UnstyledButton } from '@mantine/core';
import type { Cause, Explanation } from '../../../../contract/proof/causes.ts';
import { formatNumber } from '../../../lib/format.ts';
import { sayMessage } from '../../../lib/i18n/messages.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import classes from './causes.module.css';
import { Value } from './value.tsx';

interface Props {
  explanation: Explanation;
  /** The cause whose rows are shown alone. */
  chosen: Cause | null;
  onChoose: (cause: Cause | null) => void;
}

/** Why rows differ: a sentence for each cause, with its share, examples, and how much each column differs. */
export function Causes({ explanation, chosen, onChoose }: Props) {
  const t = useTexts('pair');
  const { causes, columns, read } = explanation;
  return (
    <Stack gap="sm" component="section" aria-label={t('causes')}>
      {causes.length === 0 && columns.length > 0 && <Text size="sm">{t('noCause')}</Text>}
      {causes.map((cause) => {
        const isChosen = chosen?.id === cause.id && chosen.column === cause.column;
        return (
          <div key={`${cause.column} ${cause.id}`} className={classes.cause}>
            <UnstyledButton
              aria-pressed={isChosen}
              title={isChosen ? t('allRows') : t('rowsOfCause')}
              onClick={() => onChoose(isChosen ? null : cause)}
            >
              <Text fw={600}>
                <bdi>{sayMessage(cause, cause.message)}</bdi>
              </Text>
            </UnstyledButton>
            <Examples cause={cause} />
          </div>
        );
      })}
      <Columns columns={columns} read={read} />
    </Stack>
  );
}

const shown = (value: string | null): string => value ?? 'NULL';

function Examples({ cause: { column, examples } }: { cause: Cause }) {
  const t = useTexts('pair');
  if (column === null || examples.length === 0) return null;
  return (
    <div className={classes.scroll}>
      <table className={classes.examples}>
        <thead>
          <tr>
            <th>{t('key')}</th>
            <th>{t('source')}</th>
            <th>{t('target')}</th>
          </tr>
        </thead>
        <tbody>
          {examples.map(({ key, source, target }, index) => (
            <tr key={index}>
              <td>
                <bdi>{key?.map(shown).join(', ')}</bdi>
              </td>
              <td>
                <Value text={shown(source)} other={shown(target)} />
              </td>
              <td>
                <Value text={shown(target)} other={shown(source)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** More are in the table below. */
const MOST_COLUMNS = 10;

function Columns({ columns, read }: Pick<Explanation, 'columns' | 'read'>) {
  const t = useTexts('pair');
  if (columns.length < 2) return null;
  return (
    <div role="list" aria-label={t('columnsThatDiffer')} className={classes.columns}>
      {columns.slice(0, MOST_COLUMNS).map(({ name, rows }) => (
        <Group key={name} role="listitem" gap="sm" wrap="nowrap">
          <Text size="sm" className={classes.name}>
            <bdi>{name}</bdi>
          </Text>
          <Progress aria-label={name} className={classes.bar} value={(100 * rows) / read} />
          <Text size="sm">
            {t('rowsOfRead', { rows: formatNumber(rows), read: formatNumber(read) })}
          </Text>
        </Group>
      ))}
    </div>
  );
}
