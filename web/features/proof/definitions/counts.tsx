import { SIDES, type Side } from '../../../../contract/fields.ts';
import { COUNTED, type Snapshot } from '../../../../contract/proof/definitions.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import { formatNumber, listOf } from '../../../lib/format.ts';
import classes from '../pair/pair.module.css';
import { Sideways } from '../../../ui/sideways.tsx';

interface Props {
  sides: readonly Side[];
  sources: readonly Snapshot[];
  targets: readonly Snapshot[];
}

/** The number of parts of each kind in both tables, folded below one line that says which ones differ. */
export function Counts({ sides, sources, targets }: Props) {
  const t = useTexts('pair');
  const [source, target] = [countsOf(sources), countsOf(targets)];
  if (!source && !target) return null;
  const rows = COUNTED.map((part) => {
    const counts = { source: source?.[part] ?? null, target: target?.[part] ?? null };
    const isKnown = counts.source !== null && counts.target !== null;
    return { part, counts, isKnown, differs: isKnown && counts.source !== counts.target };
  });
  const known = rows.filter(({ isKnown }) => isKnown);
  const differing = rows.filter(({ differs }) => differs);
  const said = differing.map(
    ({ part, counts }) =>
      `${t(`count_${part}`)} ${SIDES.map((side) => formatNumber(counts[side]!)).join(' / ')}`,
  );
  return (
    <details>
      <summary className={classes.summary}>
        <h3 className={classes.inline}>{t('counts')}</h3>
        {known.length > 0 &&
          `: ${
            differing.length === 0
              ? t('countsAgree', { count: known.length })
              : t('countsDiffer', { count: differing.length, parts: listOf(said) })
          }`}
      </summary>
      <Sideways label={t('counts')}>
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
            {[...differing, ...rows.filter(({ differs }) => !differs)].map(
              ({ part, counts, differs }) => (
                <tr key={part} data-answer={differs ? 'compatible' : 'same'}>
                  <th scope="row">{t(`count_${part}`)}</th>
                  {sides.map((side) => (
                    <td key={side}>{counts[side] === null ? '—' : formatNumber(counts[side])}</td>
                  ))}
                </tr>
              ),
            )}
          </tbody>
        </table>
      </Sideways>
    </details>
  );
}

/** The counts of a single table; null for several objects, or for other types. */
const countsOf = (snapshots: readonly Snapshot[]): Snapshot['counts'] =>
  snapshots.length === 1 ? snapshots[0]!.counts : null;
