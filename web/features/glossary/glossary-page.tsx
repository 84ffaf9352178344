import { Card, SimpleGrid, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { VERDICTS } from '../../../contract/proof/pairs.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Page } from '../../ui/page.tsx';
import { VerdictDot } from '../proof/pairs/results.tsx';
import classes from './glossary.module.css';
import { PLANNING_TERMS, PROOF_TERMS, WORK_TERMS } from './terms.ts';

/** Definitions of the terms used on the screens. */
export function GlossaryPage() {
  const t = useTexts('glossary');
  const words = useTexts('pair-words');
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Words title={t('work')}>
          {WORK_TERMS.map((term) => (
            <Word key={term} term={t(`term_${term}`)} about={t(`about_${term}`)} />
          ))}
        </Words>
        <Words title={t('proof')}>
          {PROOF_TERMS.map((term) => (
            <Word key={term} term={t(`term_${term}`)} about={t(`about_${term}`)} />
          ))}
        </Words>
        <Words title={t('planning')}>
          {PLANNING_TERMS.map((term) => (
            <Word key={term} term={t(`term_${term}`)} about={t(`about_${term}`)} />
          ))}
        </Words>
        <Words title={t('verdicts')}>
          {VERDICTS.toReversed().map((verdict) => (
            <Word
              key={verdict}
              term={<VerdictDot verdict={verdict} />}
              about={words(`about_${verdict}`)}
            />
          ))}
        </Words>
      </SimpleGrid>
    </Page>
  );
}

function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder component="section" aria-label={title}>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      <dl className={classes.words}>{children}</dl>
    </Card>
  );
}

const Word = ({ term, about }: { term: ReactNode; about: string }) => (
  <div>
    <dt>{term}</dt>
    <dd>{about}</dd>
  </div>
);
