import { Title } from '@mantine/core';
import { COUNTED, type Snapshot } from '../../../../contract/proof/definitions.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import { formatNumber } from '../../../lib/format.ts';
import classes from '../pair/pair.module.css';

interface Props {
  sources: readonly Snapshot[];
  targets: readonly Snapshot[];
}

/** The number of parts of each kind in both tables. */
export function Counts({ sources, targets }: Props) {
  const t = useTexts('pair');
  const [source, target] = [countsOf(sources), countsOf(targets)];
  if (!source && !target) return null;
  return (
    <section aria-label={t('counts')}>
      <Title order={3} size="h4" mb="xs">
        {t('counts')}
      </Title>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={t('counts')}>
        <table className={classes.definition}>
          <thead>
            <tr>
              <th scope="col">{t('countOf')}</th>
              <th scope="col">{t('source')}</th>
              <th scope="col">{t('target')}</th>
            </tr>
          </thead>
          <tbody>
            {COUNTED.map((part) => {
              const [one, other] = [source?.[part] ?? null, target?.[part] ?? null];
              const differs = one !== null && other !== null && one !== other;
              return (
                <tr key={part} data-answer={differs ? 'compatible' : 'same'}>
                  <th scope="row">{t(`count_${part}`)}</th>
                  <td>{one === null ? '—' : formatNumber(one)}</td>
                  <td>{other === null ? '—' : formatNumber(other)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The counts of a single table; null for several objects, or for other types. */
const countsOf = (snapshots: readonly Snapshot[]): Snapshot['counts'] =>
  snapshots.length === 1 ? snapshots[0]!.counts : null;
