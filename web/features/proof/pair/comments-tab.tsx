import { Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Side } from '../../../../contract/fields.ts';
import type { PairObject, PairRow } from '../../../../contract/proof/pairs.ts';
import { useObjectWords } from '../../../lib/object-texts.ts';
import { Loaded } from '../../../ui/load-failed.tsx';
import { nameOf } from '../pairs/pair-columns.tsx';
import classes from './pair.module.css';
import { objectQuery } from '../../../lib/objects.ts';
import { TestingLink } from './testing-links.tsx';
import { usePairTexts } from './texts.ts';

/** What people wrote about the objects of a pair, and where they go on writing. */
export function CommentsTab({ pair }: { pair: PairRow }) {
  return (
    <Stack gap="md">
      {(['source', 'target'] as const).flatMap((side) =>
        pair[side].map((object) => (
          <Comments key={object.id} projectId={pair.Project_Id} side={side} object={object} />
        )),
      )}
    </Stack>
  );
}

interface Props {
  projectId: number;
  side: Side;
  object: PairObject;
}

function Comments({ projectId, side, object }: Props) {
  const t = usePairTexts();
  const words = useObjectWords();
  const query = useQuery(objectQuery(projectId, object.id));
  const name = nameOf(object);
  return (
    <Paper withBorder p="sm" component="section" aria-label={name}>
      <Text fw={600} className={classes.name ?? ''}>
        {t(side)}: <bdi>{name}</bdi>
      </Text>
      <Loaded query={query}>
        {(row) => (
          <>
            {(['comments', 'test_result'] as const).map((field) => (
              <Text key={field} size="sm" className={classes.name ?? ''}>
                {words(field)}: <bdi>{row[field] || '—'}</bdi>
              </Text>
            ))}
          </>
        )}
      </Loaded>
      <TestingLink projectId={projectId} side={side} object={object} />
    </Paper>
  );
}
