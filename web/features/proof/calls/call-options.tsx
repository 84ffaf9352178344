import { Checkbox, Group } from '@mantine/core';
import type { PairCall } from '../../../../contract/proof/calls.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import { WatchedTables } from './watched-tables.tsx';

interface Props {
  projectId: number;
  edited: PairCall;
  /** Whether both sides are disposable, so that calls may write to them. */
  disposable: boolean;
  onChange: (part: Partial<PairCall>) => void;
}

/** How results are compared, and whether and where the call writes. */
export function CallOptions({ projectId, edited, disposable, onChange }: Props) {
  const t = useTexts('pair');
  return (
    <>
      <Group gap="lg">
        <Checkbox
          label={t('ordered')}
          checked={edited.ordered}
          onChange={(event) => onChange({ ordered: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('writes')}
          description={t(disposable ? 'writesHelp' : 'writesOff')}
          disabled={!disposable && !edited.writes}
          checked={edited.writes}
          onChange={(event) => onChange({ writes: event.currentTarget.checked })}
        />
      </Group>
      {edited.writes && (
        <WatchedTables
          projectId={projectId}
          chosen={edited.tables}
          onChange={(tables) => onChange({ tables })}
        />
      )}
    </>
  );
}
