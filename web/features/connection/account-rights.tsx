import { Alert, Anchor, List, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AccountRights } from '../../../contract/engines.ts';
import { SIDES } from '../../../contract/fields.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Statements } from './statements.tsx';

const mayMore = (rights: AccountRights | null | undefined): rights is AccountRights =>
  rights != null && rights.beyond.length > 0;

/** Triggers can be read with no less. */
const isForTriggers = ({ beyond }: AccountRights) => beyond.every((right) => right === 'triggers');

/** Warns while an account of the project has rights beyond reading. */
export function AccountRightsLine({ project }: { project: ProjectRow }) {
  const t = useTexts('connection');
  const sides = SIDES.filter((side) => {
    const rights = project[`${side}_rights`];
    return mayMore(rights) && !isForTriggers(rights);
  });
  if (sides.length === 0) return null;
  return (
    <Alert color="yellow" py="xs">
      {sides.map((side) => t(`${side}_rights`)).join(' ')}{' '}
      <Anchor
        component={Link}
        to="/dbconnect"
        search={{ project: project.Project_Id, edit: 1 } as never}
        inherit
        underline="always"
      >
        {t('rightsBetter')}
      </Anchor>
    </Alert>
  );
}

/** The account's rights beyond reading, and the statements that create a read-only account. */
export function AccountRightsNotice({ rights }: { rights: AccountRights | null | undefined }) {
  const t = useTexts('connection');
  if (!mayMore(rights)) return null;
  return (
    <Alert
      color={isForTriggers(rights) ? 'blue' : 'yellow'}
      title={t(isForTriggers(rights) ? 'rightsTriggers' : 'rights')}
    >
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
          <Statements text={rights.statements.join('\n')} />
        </details>
      </Stack>
    </Alert>
  );
}
