import { Alert, List, Button, Code, CopyButton, Group, Anchor, Stack, Text } from '@mantine/core';
import { Fragment } from 'react';
import { type ReceivedMessage, translateAll } from '../../lib/i18n/messages.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Sql } from '../../ui/sql.tsx';
import classes from './connection.module.css';
import { Link } from '@tanstack/react-router';
import type { AccountRights } from '../../../contract/engines.ts';
import { SIDES } from '../../../contract/fields.ts';
import type { ProjectRow } from '../../../contract/projects.ts';

/** Statements for the database, to be copied. */
export function Statements({ text }: { text: string }) {
  const t = useTexts('connection');
  return (
    <Group gap="xs" align="flex-start" mt="xs" className={classes.statements}>
      <Code block dir="ltr">
        <Sql text={text} />
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button size="compact-sm" variant="default" onClick={copy}>
            {t(copied ? 'rightsCopied' : 'rightsCopy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}

/** Maximum number of warnings shown; an account with few rights has one per schema. */
const MAX_SENTENCES = 10;

/** The warnings of a reading or a test. */
export interface Warned {
  warnings: string[];
  warnings_said: (ReceivedMessage | null)[];
}

/** The statements with which a sentence ends, and what it says before them. */
function cutStatements(sentence: string, said: ReceivedMessage | null | undefined) {
  const { statement, grant, other } = said?.params ?? {};
  const written = (word: string, value: unknown) =>
    typeof value === 'string' ? [word + value] : [];
  const statements = [
    ...written('', statement),
    ...written('GRANT ', grant),
    ...written('GRANT ', other),
  ];
  const at = statements[0] === undefined ? -1 : sentence.indexOf(statements[0]);
  if (at < 0) return { text: sentence, statements: [] };
  return {
    text: sentence.slice(0, at).trimEnd(),
    statements: statements.map((one) => `${one.replaceAll('; GRANT ', ';\nGRANT ')};`),
  };
}

export function Warnings({ of }: { of: Warned | null | undefined }) {
  const t = useTexts('connection');
  const said = of?.warnings_said ?? [];
  const sentences = translateAll(of?.warnings ?? [], said);
  if (sentences.length === 0) return null;
  return (
    <Alert color="yellow" title={t('warnings')}>
      <List size="sm">
        {sentences.slice(0, MAX_SENTENCES).map((sentence, place) => {
          const { text, statements } = cutStatements(sentence, said[place]);
          return (
            <List.Item key={sentence}>
              {text}
              {statements.map((one, at) => (
                <Fragment key={one}>
                  {at > 0 && t('statementOr')}
                  <Statements text={one} />
                </Fragment>
              ))}
            </List.Item>
          );
        })}
      </List>
      {sentences.length > MAX_SENTENCES &&
        t('andMore', { count: sentences.length - MAX_SENTENCES })}
    </Alert>
  );
}

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
