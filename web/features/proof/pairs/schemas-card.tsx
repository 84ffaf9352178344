import { Button, Group, Paper, Select, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  setMatchingRules,
  weightOfOffer,
  type MappedSchema,
  type SchemaMap,
} from '../../../../contract/proof/pairs.ts';
import { fingerprint } from '../../../../contract/stale.ts';
import { call } from '../../../lib/api.ts';
import { i18n, useTexts, type Texts } from '../../../lib/i18n/index.ts';
import { formatPercent } from '../../../lib/format.ts';
import { notifyError } from '../../../lib/notify.ts';
import { useMe } from '../../../lib/session.ts';
import { matchingRulesQuery, schemaMapQuery } from './queries.ts';
import { useMatch } from './use-pair-changes.ts';
import classes from './pairs.module.css';
import { NotLoaded } from '../../../ui/load-failed.tsx';
import { Sideways } from '../../../ui/sideways.tsx';

/** Maximum number of rows; further schemas are listed among the naming rules. */
const SHOWN = 50;

/** The target schema of each source schema, at a glance and editable in place. */
export function SchemasCard({ projectId }: { projectId: number }) {
  const query = useQuery(schemaMapQuery(projectId));
  const { data } = query;
  if (!data) return <NotLoaded query={query} />;
  if (data.schemas.length === 0 || data.targets.length === 0) return null;
  return <Schemas projectId={projectId} map={data} />;
}

/** The target of a schema: the one that is set, otherwise the most likely one; null where there are several such. */
function targetOf(one: MappedSchema): string | null {
  const [reached, ...others] = reachedBy(one);
  if (one.told !== null || others.length > 0) return one.told;
  const likeliest = likeliestOf(one);
  const [first, ...tied] = likeliest;
  if (tied.length === 0 || first === reached) return first ?? null;
  return likeliest.find((schema) => schema.toLowerCase() === one.schema.toLowerCase()) ?? null;
}

/** The target schemas that most objects speak for, first the one that objects went to. */
function likeliestOf({ offers }: MappedSchema): string[] {
  const weights = offers.map(weightOfOffer);
  return offers
    .filter((_, at) => weights[at] === Math.max(...weights))
    .toSorted((one, other) => other.paired - one.paired)
    .map(({ schema }) => schema);
}

/** From this share of its paired objects on, a schema counts as one that went to one target schema. */
const NEARLY_ALL = 0.9;

/** The target schemas that objects of a schema went to; stragglers in others do not count. */
function reachedBy({ offers }: MappedSchema): string[] {
  const reached = offers.filter(({ paired }) => paired > 0);
  const total = reached.reduce((sum, { paired }) => sum + paired, 0);
  const most = reached.find(({ paired }) => paired / total >= NEARLY_ALL);
  return most ? [most.schema] : reached.map(({ schema }) => schema);
}

function Schemas({ projectId, map }: { projectId: number; map: SchemaMap }) {
  const t = useTexts('pairs');
  const isAdmin = useMe().is_admin === 1;
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const { schemas } = map;
  const becameOf = (one: MappedSchema) => chosen[one.schema] ?? targetOf(one);
  const changes = schemas.flatMap((one) => {
    const to = becameOf(one);
    return to === null || to === one.told ? [] : [{ from: one.schema, to }];
  });
  const { use, busy } = useUseSchemas(projectId, () => setChosen({}));
  return (
    <Paper withBorder p="sm" component="section" aria-label={t('schemaMap')}>
      <details open={schemas.some(wantsDecision)}>
        <summary className={classes.schemas}>
          <Text component="span" size="sm" fw={600}>
            {t('schemaMap')}
          </Text>{' '}
          <Text component="span" size="sm" c="dimmed">
            {summaryOf(t, schemas)}
          </Text>
        </summary>
        <Sideways label={t('schemaMap')}>
          <Table verticalSpacing={4} miw={560} mt="xs">
            <Table.Tbody>
              {schemas.slice(0, SHOWN).map((one) => (
                <Table.Tr key={one.schema}>
                  <Table.Th scope="row">
                    <bdi>{one.schema}</bdi>
                  </Table.Th>
                  <Table.Td>
                    {isAdmin ? (
                      <Select
                        size="xs"
                        aria-label={`${t('to')} ${one.schema}`}
                        placeholder={t('schemaNone')}
                        data={map.targets}
                        value={becameOf(one)}
                        onChange={(to) => to !== null && setChosen({ ...chosen, [one.schema]: to })}
                        searchable
                        limit={SHOWN}
                        maw={220}
                      />
                    ) : (
                      <bdi>{targetOf(one) ?? t('schemaNone')}</bdi>
                    )}
                  </Table.Td>
                  <Table.Td>
                    {t('schemaSettled', { settled: one.settled, count: one.objects })}
                  </Table.Td>
                  <Table.Td c="dimmed">{reasonOf(t, one, becameOf(one))}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Sideways>
        {schemas.length > SHOWN && (
          <Text size="sm">{t('schemaMore', { count: schemas.length - SHOWN })}</Text>
        )}
        {map.cut && (
          <Text size="sm" c="dimmed">
            {t('schemaCut')}
          </Text>
        )}
        {isAdmin && (
          <Group mt="xs">
            <Button
              size="xs"
              disabled={changes.length === 0}
              loading={busy}
              onClick={() => use(changes)}
            >
              {t('schemaUse')}
            </Button>
          </Group>
        )}
      </details>
    </Paper>
  );
}

/** Objects are waiting because the target of the schema is not set. */
const wantsDecision = ({ told, offers }: MappedSchema): boolean =>
  told === null && offers.some(({ namesakes }) => namesakes > 0);

function summaryOf(t: Texts<'pairs'>, schemas: readonly MappedSchema[]): string {
  const [only, ...others] = schemas;
  const targetsOf = (one: MappedSchema): string[] => {
    const target = targetOf(one);
    return target === null ? reachedBy(one) : [target];
  };
  const known = schemas.filter((one) => targetsOf(one).length > 0).length;
  const open = schemas.reduce((sum, { objects, settled }) => sum + objects - settled, 0);
  const became =
    others.length > 0 || known === 0
      ? t('schemasBecame', { count: known, all: schemas.length })
      : t('schemaBecame', { source: only!.schema, target: listed(targetsOf(only!)) });
  return open === 0 ? became : `${became} ${t('schemasOpen', { count: open })}`;
}

/** In a text from right to left, each name keeps its own direction. */
const listed = (names: readonly string[]): string =>
  new Intl.ListFormat(i18n.language).format(
    i18n.dir() === 'rtl' ? names.map((name) => `\u2068${name}\u2069`) : names,
  );

function reasonOf(t: Texts<'pairs'>, one: MappedSchema, target: string | null): string {
  const { offers } = one;
  if (target === null && reachedBy(one).length > 1)
    return t('schemaSeveral', { schemas: listed(reachedBy(one)) });
  const likely = likeliestOf(one);
  if (target === null && likely.length > 1) {
    const counts = offers.flatMap(({ schema, namesakes }) =>
      likely.includes(schema) ? namesakes : [],
    );
    return counts.every((count) => count === counts[0])
      ? t('schemaTied', { schemas: listed(likely), count: counts[0]! })
      : t('schemaTiedApart', { schemas: listed(likely) });
  }
  const offer = offers.find(({ schema }) => schema === target);
  if (!offer) return target === null ? '' : t('schemaNoReason');
  return [
    offer.paired > 0 && t('schemaPaired', { count: offer.paired }),
    offer.namesakes > 0 && t('schemaNamesakes', { count: offer.namesakes }),
    offer.columns !== null && t('schemaColumns', { share: formatPercent(offer.columns / 100) }),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Adds schemas to the matching rules, and matches again. */
function useUseSchemas(projectId: number, onUsed: () => void) {
  const client = useQueryClient();
  const match = useMatch(projectId);
  const save = useMutation({
    mutationFn: async (told: readonly { from: string; to: string }[]) => {
      const rules = await client.fetchQuery({ ...matchingRulesQuery(projectId), staleTime: 0 });
      const before = rules.schemas.filter(({ from }) => told.every((one) => one.from !== from));
      return call(setMatchingRules, {
        params: { id: projectId },
        body: { ...rules, schemas: [...before, ...told], was: fingerprint(rules) },
      });
    },
    onSuccess: (saved) => {
      client.setQueryData(matchingRulesQuery(projectId).queryKey, saved);
      onUsed();
      match.mutate();
    },
    onError: notifyError,
  });
  return { use: save.mutate, busy: save.isPending || match.isPending };
}
