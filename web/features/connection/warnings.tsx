import { Alert, List } from '@mantine/core';
import { Fragment } from 'react';
import { type ReceivedMessage, translateAll } from '../../lib/i18n/messages.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Statements } from './statements.tsx';

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
