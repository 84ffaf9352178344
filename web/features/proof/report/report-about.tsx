import { Text } from '@mantine/core';
import type { Verdict } from '../../../../contract/proof/pairs.ts';
import { formatTime } from '../../../lib/format.ts';
import { useMe } from '../../../lib/session.ts';
import { usePairWords } from '../pairs/words.ts';
import type { SheetProps } from './report-rows.ts';
import classes from './report.module.css';
import { useProofTexts } from './texts.ts';

/** What the report is about, who made it, and when. */
export function About({ project, report: { servers }, at }: SheetProps) {
  const t = useProofTexts();
  const { username } = useMe();
  const facts = [
    ['client', project.Client_Name],
    [
      'databases',
      t('databasesText', {
        source: project.Source_Database_Name,
        target: project.Target_Database_Name,
      }),
    ],
    ['serverSource', servers?.source],
    ['serverTarget', servers?.target],
    ['developers', project.developer_names.join(', ')],
    ['testers', project.tester_names.join(', ')],
    ['asOf', t('asOfBy', { time: formatTime(at), name: username })],
  ] as const;
  return (
    <dl className={classes.about}>
      {facts.map(
        ([key, fact]) =>
          fact && (
            <div key={key}>
              <dt>{t(key)}</dt>
              <dd>
                <bdi>{fact}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

const EXPLAINED = ['how_rows', 'how_rules', 'how_structure', 'how_calls', 'how_evidence'] as const;

/** What the words of the results mean, and what nobody could see. */
export function HowCompared({ mask, verdicts }: { mask: readonly string[]; verdicts: Verdict[] }) {
  const t = useProofTexts();
  const words = usePairWords();
  return (
    <ul className={classes.how}>
      {verdicts.map((verdict) => (
        <li key={verdict}>
          <b>{words(`verdict_${verdict}`)}</b>: {words(`about_${verdict}`)}
        </li>
      ))}
      {EXPLAINED.map((key) => (
        <li key={key}>{t(key)}</li>
      ))}
      <li>{mask.length === 0 ? t('how_maskNone') : t('how_mask', { parts: mask.join(', ') })}</li>
    </ul>
  );
}

/** Room for the people who answer for it. */
export function Signatures() {
  const t = useProofTexts();
  return (
    <section aria-label={t('signatures')} className={classes.signatures}>
      {(['signDeveloper', 'signTester', 'signClient'] as const).map((who) => (
        <div key={who}>
          <b>{t(who)}</b>
          <div className={classes.line} />
          <Text size="sm" c="dimmed">
            {t('signDate')}
          </Text>
        </div>
      ))}
    </section>
  );
}
