import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AssessedObject } from '../../../contract/assessment.ts';
import { formatNumber } from '../../lib/format.ts';
import { type Texts, useTexts } from '../../lib/i18n/index.ts';
import { Loaded } from '../../ui/load-failed.tsx';
import { FigureTable, type FigureRow } from '../../ui/figures.tsx';
import classes from './assessment.module.css';
import { nameOf, reasonsOf } from './objects.tsx';
import { largestObjectsQuery } from './queries.ts';

interface Props {
  projectId: number;
  assessmentId: number;
  /** Number of assessed objects. */
  total: number;
}

/** The list of objects for printing: the table on screen renders only the rows in its window. */
export function PaperObjects({ projectId, assessmentId, total }: Props) {
  const t = useTexts('assessment');
  const words = useTexts('object-words');
  const query = useQuery(largestObjectsQuery(projectId, assessmentId));
  return (
    <section className={classes.paper}>
      <Title order={2} size="h5" mb="xs">
        {t('byObject')}
      </Title>
      <Loaded query={query} height={200}>
        {(rows) => (
          <>
            {rows.length < total && (
              <Text size="sm">
                {t('byObjectFirst', {
                  shown: formatNumber(rows.length),
                  total: formatNumber(total),
                })}
              </Text>
            )}
            <FigureTable
              label={t('byObject')}
              headers={[t('name'), t('type'), t('complexity'), t('hours'), t('reasons'), t('risk')]}
              numbersFrom={6}
              rows={rows.map((row) => rowOf(row, t, words))}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}

const rowOf = (
  row: AssessedObject,
  t: Texts<'assessment'>,
  words: Texts<'object-words'>,
): FigureRow => ({
  key: String(row.id),
  cells: [
    nameOf(row),
    words(row.object_type),
    t(row.complexity),
    formatNumber(row.hours),
    reasonsOf(t, row),
    row.risks.map((risk) => t(`risk_${risk}`)).join(', '),
  ],
});
