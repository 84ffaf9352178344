import { Text } from '@mantine/core';
import type { CallEffect } from '../../../../contract/proof/calls.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import classes from '../pair/pair.module.css';
import { NULL } from './call-parameters.ts';
import { ResultBadge } from '../pair/result-badge.tsx';
import { Sideways } from '../../../ui/sideways.tsx';

/** The changes that a call made to each watched table before they were rolled back. */
export function CallEffects({ effects }: { effects: readonly CallEffect[] }) {
  const t = useTexts('pair');
  if (effects.length === 0) return null;
  return (
    <section aria-label={t('effects')}>
      <Text size="sm" fw={600} mt="xs">
        {t('effects')}
      </Text>
      {effects.map((effect) => (
        <OneEffect key={effect.pair} effect={effect} />
      ))}
    </section>
  );
}

function OneEffect({ effect }: { effect: CallEffect }) {
  const t = useTexts('pair');
  const { source_name, target_name, differences, differences_total } = effect;
  const title = source_name === target_name ? source_name : `${source_name} → ${target_name}`;
  const say = (counts: CallEffect['source']) =>
    counts === null
      ? t('effectMany')
      : t('effectCounts', {
          inserted: formatNumber(counts.inserted),
          updated: formatNumber(counts.updated),
          deleted: formatNumber(counts.deleted),
        });
  return (
    <>
      <Text size="sm" component="div">
        <bdi>{title}</bdi> <ResultBadge result={effect.result} />
      </Text>
      <Text size="sm" c="dimmed">
        {`${t('source')}: ${say(effect.source)} · ${t('target')}: ${say(effect.target)}`}
      </Text>
      {differences.length > 0 && (
        <Sideways label={title}>
          <table className={`${classes.definition} ${classes.results}`}>
            <thead>
              <tr>
                <th scope="col">{effect.key?.join(', ') ?? t('effectRow')}</th>
                <th scope="col">{t('effectKind')}</th>
                <th scope="col">{t('effectColumn')}</th>
                <th scope="col">{t('source')}</th>
                <th scope="col">{t('target')}</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ key, kind, columns }, row) =>
                // A row without any value on either side still gets a line.
                (columns.length > 0 ? columns : [{ name: '', source: null, target: null }]).map(
                  ({ name, source, target }, place) => (
                    // Rows have no identity but their place.
                    // oxlint-disable-next-line react/no-array-index-key
                    <tr key={`${row} ${place}`} data-answer="different">
                      <td>{place === 0 ? key?.map((value) => value ?? NULL).join(', ') : ''}</td>
                      <td>{place === 0 ? t(`effect_${kind}`) : ''}</td>
                      <td>{name}</td>
                      <td>{kind === 'extra' ? '' : (source ?? <em>{NULL}</em>)}</td>
                      <td>{kind === 'missing' ? '' : (target ?? <em>{NULL}</em>)}</td>
                    </tr>
                  ),
                ),
              )}
            </tbody>
          </table>
        </Sideways>
      )}
      {differences_total > differences.length && (
        <Text size="sm" c="dimmed">
          {t('firstShown', { shown: formatNumber(differences.length) })}
        </Text>
      )}
    </>
  );
}
