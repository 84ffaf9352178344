import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { OBJECT_TYPE_NAMES, OBJECT_TYPES } from '../../../../contract/engines.ts';
import { VERDICTS, type ProofSummary, type Verdict } from '../../../../contract/proof/pairs.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import { TypeName } from '../../../ui/marks.tsx';
import { TOOLTIP_EVENTS, VerdictWord } from '../pairs/results.tsx';
import classes from './verdict-bars.module.css';

type TypeRow = ProofSummary['by_type'][number];

/** Verdicts in the order of the bar, best first; pairs decided to have no counterpart need no proof. */
const SHOWN = VERDICTS.toReversed().filter(
  (verdict) => verdict !== 'decided' && verdict !== 'belongs',
);

/** The verdicts that occur in these rows, best first. */
const presentIn = (rows: readonly TypeRow[]): Verdict[] =>
  SHOWN.filter((verdict) => rows.some((row) => row.verdicts[verdict] > 0));

const sumOf = (row: TypeRow, verdicts: readonly Verdict[]): number =>
  verdicts.reduce((sum, verdict) => sum + row.verdicts[verdict], 0);

interface Props {
  projectId: number;
  rows: readonly TypeRow[];
  /** Without links, for users who may not open the list of pairs. */
  plain?: boolean;
}

/** A bar per object type with a segment per verdict; every segment links to the pairs that it counts. */
export function VerdictBars({ projectId, rows, plain = false }: Props) {
  const t = useTexts('proof');
  const words = useTexts('pair-words');
  const present = presentIn(rows);
  return (
    <>
      <table className={classes.bars} aria-label={t('standingByType')}>
        <tbody>
          {OBJECT_TYPE_NAMES.map((name) => {
            const row = rows.find((one) => one.object_type_id === OBJECT_TYPES[name]);
            const total = row ? sumOf(row, SHOWN) : 0;
            if (!row || total === 0) return null;
            return (
              <tr key={name}>
                <th scope="row">
                  <TypeName type={name}>{words(name)}</TypeName>
                </th>
                <td className={classes.cell}>
                  <span className={classes.bar}>
                    {present.map(
                      (verdict) =>
                        row.verdicts[verdict] > 0 && (
                          <Part
                            key={verdict}
                            verdict={verdict}
                            count={row.verdicts[verdict]}
                            search={
                              plain
                                ? null
                                : {
                                    project: projectId,
                                    'f.verdict': verdict,
                                    'f.object_type_id': row.object_type_id,
                                  }
                            }
                          />
                        ),
                    )}
                  </span>
                </td>
                <td className={classes.settled}>
                  <ProvenWords {...row.verdicts} total={total} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <ul className={classes.legend} aria-label={t('verdicts')}>
        {present.map((verdict) => (
          <li key={verdict}>
            <span className={classes.swatch} data-verdict={verdict} />
            <VerdictWord verdict={verdict} plain />{' '}
            {plain ? (
              formatNumber(countOf(rows, verdict))
            ) : (
              <Link
                to="/pairs"
                search={{ project: projectId, 'f.verdict': verdict } as never}
                aria-label={words('verdictCount', {
                  verdict: words(`verdict_${verdict}`),
                  count: countOf(rows, verdict),
                })}
              >
                {formatNumber(countOf(rows, verdict))}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

interface ProvenWordsProps {
  /** Without the accepted ones. */
  proven: number;
  accepted: number;
  total: number;
}

/** How many pairs are proven, and how many have accepted differences instead, in a few words. */
export function ProvenWords({ proven, accepted, total }: ProvenWordsProps) {
  const t = useTexts('proof');
  return accepted > 0
    ? t('provenAndAccepted', { proven, accepted, total })
    : t('onlyProven', { proven, total });
}

const countOf = (rows: readonly TypeRow[], verdict: Verdict): number =>
  rows.reduce((sum, row) => sum + row.verdicts[verdict], 0);

interface PartProps {
  verdict: Verdict;
  count: number;
  /** Search parameters of the pairs; null for no link. */
  search: Readonly<Record<string, unknown>> | null;
}

function Part({ verdict, count, search }: PartProps) {
  const words = useTexts('pair-words');
  const label = words('verdictCount', { verdict: words(`verdict_${verdict}`), count });
  const look = {
    className: classes.part,
    'data-verdict': verdict,
    style: { flexGrow: count },
    'aria-label': label,
  };
  const number = <span>{formatNumber(count)}</span>;
  return (
    <Tooltip
      label={`${label}. ${words(`about_${verdict}`)}`}
      events={TOOLTIP_EVENTS}
      multiline
      maw={320}
    >
      {search === null ? (
        <span role="img" {...look}>
          {number}
        </span>
      ) : (
        <Link to="/pairs" search={search as never} {...look}>
          {number}
        </Link>
      )}
    </Tooltip>
  );
}
