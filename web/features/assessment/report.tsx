import { Card, SimpleGrid, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  COMPLEXITIES,
  type AssessmentReport,
  type AssessmentSums,
} from '../../../contract/assessment.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { formatHours, formatNumber, formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { translateMessage } from '../../lib/i18n/messages.ts';
import { Figures } from '../../ui/figures.tsx';
import classes from './assessment.module.css';
import { Objects, PaperObjects } from './objects.tsx';

interface Props {
  project: ProjectRow;
  report: AssessmentReport;
}

/** Estimates are not accurate to half an hour. */
const wholeHours = (hours: number): string => formatNumber(Math.round(hours));

/** A summary page for the sponsor, then the hours by type, schema, feature and object. */
export function Report({ project, report }: Props) {
  const t = useTexts('assessment');
  return (
    <>
      <Summary report={report} />
      <Part title={t('byFeature')}>
        {report.by_feature.length === 0 ? (
          <Text size="sm">{t('featureNone')}</Text>
        ) : (
          <Features report={report} />
        )}
      </Part>
      <ByType report={report} />
      <Part title={t('bySchema')}>
        <Sums
          label={t('bySchema')}
          first={t('schema')}
          rows={report.by_schema.map(({ schema_name: name, sums }) => ({ name, sums }))}
        />
      </Part>
      <Calibrations report={report} />
      <Part title={t('assumptions')}>
        <ul className={classes.list}>
          {(['read', 'hard', 'hours', 'once'] as const).map((key) => (
            <li key={key}>{t(`assumption_${key}`)}</li>
          ))}
        </ul>
      </Part>
      <section className={classes.screen} aria-label={t('byObject')}>
        <Title order={2} size="h5" mb="xs">
          {t('byObject')}
        </Title>
        <Objects project={project} assessmentId={report.assessment.id} />
      </section>
      <PaperObjects
        projectId={project.Project_Id}
        assessmentId={report.assessment.id}
        total={report.total.objects}
      />
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder padding="md" component="section" aria-label={title} className={classes.part}>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      {children}
    </Card>
  );
}

function Summary({ report }: { report: AssessmentReport }) {
  const t = useTexts('assessment');
  const { total, assessment } = report;
  const { effort } = total;
  const percent = total.objects === 0 ? 0 : Math.floor((100 * total.automatic) / total.objects);
  const isPrior = report.calibration.some(({ mostly_prior: prior }) => prior);
  return (
    <Part title={t('summary')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('asOf', {
          time: formatTime(assessment.finished_at ?? assessment.created_at),
          name: assessment.created_by ?? t('somebody'),
          version: assessment.rules_version,
        })}
        {' · '}
        {t(`scope_${assessment.scope}`)}
        {assessment.own_weights && <> · {t('ownWeights')}</>}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" mb="sm">
        <div>
          <Text className={classes.large ?? ''}>
            {t('effort', { hours: wholeHours(effort.develop + effort.test) })}
          </Text>
          <Text size="sm">
            {t('effortAbout', {
              develop: wholeHours(effort.develop),
              test: wholeHours(effort.test),
              low: wholeHours(effort.low),
              high: wholeHours(effort.high),
            })}{' '}
            {isPrior && t('prior')}
          </Text>
        </div>
        <div>
          <Text className={classes.large ?? ''}>{t('share', { percent })}</Text>
          <Text size="sm">
            {t('shareAbout', {
              shown: formatNumber(total.automatic),
              total: formatNumber(total.objects),
            })}
          </Text>
        </div>
      </SimpleGrid>
      <Classes total={total} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" my="sm">
        <Counted
          title={t('risks')}
          none={t('risksNone')}
          counts={report.risks.map(({ risk, objects }) => [t(`risk_${risk}`), objects])}
        />
        <Counted
          title={t('unused')}
          none={t('unusedNone')}
          counts={report.unused.map(({ reason, objects }) => [t(`unused_${reason}`), objects])}
        />
      </SimpleGrid>
      <Text size="sm">
        {t('size', {
          lines: formatNumber(report.lines),
          statements: formatNumber(report.statements),
        })}{' '}
        {report.rows === null
          ? t('rowsUnknown')
          : t('rowsEstimated', { rows: formatNumber(report.rows) })}
      </Text>
      {report.changed_since > 0 && (
        <Text size="sm">{t('changedSince', { count: report.changed_since })}</Text>
      )}
      {report.not_read > 0 && (
        <Text size="sm">{t('notRead', { shown: formatNumber(report.not_read) })}</Text>
      )}
    </Part>
  );
}

/** The number of objects of each complexity, as one bar. */
function Classes({ total }: { total: AssessmentSums }) {
  const t = useTexts('assessment');
  const present = COMPLEXITIES.filter((name) => total[name] > 0);
  return (
    <section aria-label={t('complexity')}>
      <div className={classes.bar} data-bar aria-hidden>
        {present.map((name) => (
          <span key={name} data-complexity={name} style={{ flexGrow: total[name] }} />
        ))}
      </div>
      <ul className={classes.legend}>
        {COMPLEXITIES.map((name) => (
          <li key={name}>
            <span className={classes.swatch} data-complexity={name} aria-hidden />
            {t(name)} <b>{formatNumber(total[name])}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface CountedProps {
  title: string;
  none: string;
  counts: readonly (readonly [text: string, objects: number])[];
}

function Counted({ title, none, counts }: CountedProps) {
  const t = useTexts('assessment');
  return (
    <div>
      <Title order={3} size="h6">
        {title}
      </Title>
      {counts.length === 0 ? (
        <Text size="sm">{none}</Text>
      ) : (
        <ul className={classes.list}>
          {counts.map(([text, objects]) => (
            <li key={text}>
              {text}: {t('inObjects', { count: objects })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Features({ report }: { report: AssessmentReport }) {
  const t = useTexts('assessment');
  return (
    <Figures
      label={t('byFeature')}
      headers={[t('feature'), t('support'), t('instead'), t('objects'), t('places'), t('hours')]}
      numbersFrom={3}
      rows={report.by_feature.map((one) => ({
        key: one.code,
        cells: [
          <bdi key="name">{translateMessage(one.name_said, one.name)}</bdi>,
          t(`support_${one.support}`),
          translateMessage(one.advice_said, one.advice),
          formatNumber(one.objects),
          formatNumber(one.count),
          formatHours(one.hours),
        ],
      }))}
    />
  );
}

interface SumsProps {
  label: string;
  first: string;
  rows: readonly { name: string; sums: AssessmentSums }[];
}

function Sums({ label, first, rows }: SumsProps) {
  const t = useTexts('assessment');
  return (
    <Figures
      label={label}
      headers={[
        first,
        t('objects'),
        t('simple'),
        t('medium'),
        t('complex'),
        t('automatic'),
        t('develop'),
        t('test'),
        t('range'),
      ]}
      numbersFrom={1}
      rows={rows.map(({ name, sums }) => ({
        key: name,
        cells: [
          <bdi key="name">{name}</bdi>,
          formatNumber(sums.objects),
          formatNumber(sums.simple),
          formatNumber(sums.medium),
          formatNumber(sums.complex),
          formatNumber(sums.automatic),
          wholeHours(sums.effort.develop),
          wholeHours(sums.effort.test),
          `${wholeHours(sums.effort.low)} – ${wholeHours(sums.effort.high)}`,
        ],
      }))}
    />
  );
}

function ByType({ report }: { report: AssessmentReport }) {
  const t = useTexts('assessment');
  const words = useTexts('object-words');
  return (
    <Part title={t('byType')}>
      <Sums
        label={t('byType')}
        first={t('type')}
        rows={report.by_type.map(({ object_type: type, sums }) => ({ name: words(type), sums }))}
      />
    </Part>
  );
}

function Calibrations({ report }: { report: AssessmentReport }) {
  const t = useTexts('assessment');
  const words = useTexts('object-words');
  return (
    <Part title={t('calibration')}>
      <Text size="sm" mb="xs">
        {t('calibrationAbout')}
      </Text>
      <Figures
        label={t('calibration')}
        headers={[t('type'), t('basis'), t('finished'), t('factor')]}
        numbersFrom={2}
        rows={report.calibration.map(({ object_type: type, factor, finished, mostly_prior }) => ({
          key: type,
          cells: [
            words(type),
            t(mostly_prior ? 'mostlyPrior' : 'own'),
            formatNumber(finished),
            formatNumber(factor),
          ],
        }))}
      />
    </Part>
  );
}
