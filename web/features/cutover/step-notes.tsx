import { Button, CopyButton, Text } from '@mantine/core';
import type { RunbookStep } from '../../../contract/cutover.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Mark } from '../../ui/marks.tsx';
import { Sql } from '../../ui/sql.tsx';
import classes from './cutover.module.css';

type Work = Pick<
  RunbookStep,
  'title' | 'commands' | 'way_back' | 'needs_confirmation' | 'no_return'
>;

/** Title of a step, with its marks. */
export function StepTitle({ step }: { step: Pick<Work, 'title' | 'no_return'> }) {
  const t = useTexts('cutover');
  return (
    <Text fw={600}>
      <bdi>{step.title}</bdi>{' '}
      {step.no_return === 1 && <Mark title={t('noReturnHelp')}>{t('noReturn')}</Mark>}
    </Text>
  );
}

/** The commands of a step with a copy button, and its way back. */
export function StepNotes({ step: { title, commands, way_back: wayBack } }: { step: Work }) {
  const t = useTexts('cutover');
  if (commands === '' && wayBack === '') return null;
  return (
    <div className={classes.notes}>
      {commands !== '' && (
        <CopyButton value={commands}>
          {({ copied, copy }) => (
            <Button
              variant="subtle"
              size="compact-xs"
              aria-label={t('copyOf', { title })}
              onClick={copy}
            >
              {copied ? t('copied') : t('copy')}
            </Button>
          )}
        </CopyButton>
      )}
      <details>
        <summary>
          <Text size="sm" component="span">
            {commands === '' ? t('wayBack') : t('details')}
          </Text>
        </summary>
        {commands !== '' && (
          <pre className={classes.code}>
            <Sql text={commands} />
          </pre>
        )}
        {wayBack !== '' && (
          <>
            {commands !== '' && (
              <Text size="sm" fw={600} mt={8}>
                {t('wayBack')}
              </Text>
            )}
            <Text size="sm" className={classes.lines} dir="auto">
              {wayBack}
            </Text>
          </>
        )}
      </details>
    </div>
  );
}
