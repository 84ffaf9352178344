import { Anchor, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Side } from '../../../../contract/fields.ts';
import type { PairObject, PairRow } from '../../../../contract/proof/pairs.ts';
import { useTexts } from '../../../lib/i18n/index.ts';

interface Props {
  projectId: number;
  side: Side;
  object: PairObject;
}

/** A link to the screen where the status of an object is set. */
export function TestingLink({ projectId, side, object }: Props) {
  const t = useTexts('pair');
  return (
    <Anchor
      component={Link}
      to="/testing"
      search={{ project: projectId, side, row: object.id } as never}
      size="sm"
      underline="always"
    >
      {t(`openTesting_${side}`, { name: object.object_name })}
    </Anchor>
  );
}

/** Links to the objects of a pair, or only to those that `only` selects. */
export function TestingLinks({
  pair,
  only = () => true,
}: {
  pair: PairRow;
  only?: (object: PairObject) => boolean;
}) {
  return (
    <Group gap="md">
      {(['source', 'target'] as const).flatMap((side) =>
        pair[side]
          .filter(only)
          .map((object) => (
            <TestingLink key={object.id} projectId={pair.Project_Id} side={side} object={object} />
          )),
      )}
    </Group>
  );
}
