import { Title } from '@mantine/core';
import type { Side } from '../../../../contract/fields.ts';
import { COUNTED, type Snapshot } from '../../../../contract/proof/definitions.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import { formatNumber } from '../../../lib/format.ts';
import classes from '../pair/pair.module.css';

interface Props {
  sides: readonly Side[];
  sources: readonly Snapshot[];
  targets: readonly Snapshot[];
}

/** The number of parts of each kind in both tables. */
export function Counts({ sides, sources, targets }: Props) {
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
              {sides.map((side) => (
                <th key={side} scope="col">
                  {t(side)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {COUNTED.map((part) => {
              const counts = { source: source?.[part] ?? null, target: target?.[part] ?? null };
              const { source: one, target: other } = counts;
              const differs = one !== null && other !== null && one !== other;
              return (
                <tr key={part} data-answer={differs ? 'compatible' : 'same'}>
                  <th scope="row">{t(`count_${part}`)}</th>
                  {sides.map((side) => (
                    <td key={side}>{counts[side] === null ? '—' : formatNumber(counts[side])}</td>
                  ))}
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
