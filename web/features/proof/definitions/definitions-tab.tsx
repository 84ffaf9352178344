import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { Loaded } from '../../../ui/load-failed.tsx';
import { CompareButton } from '../runs/compare-button.tsx';
import { Definitions } from './definitions.tsx';
import { Findings } from './findings.tsx';
import { definitionsQuery } from '../pair/queries.ts';
import { ResultLine } from '../pair/result-line.tsx';

/** Both definitions side by side, with their differences. */
export function DefinitionsTab({ pair }: { pair: PairRow }) {
  const query = useQuery(definitionsQuery(pair.Project_Id, pair.id));
  // Without a counterpart, the findings and the next step above say all there is to say.
  const isLinked = pair.source.length > 0 && pair.target.length > 0;
  const compared = pair.structure_result !== null;
  return (
    <Stack gap="md">
      {(isLinked || compared) && (
        <ResultLine pair={pair} kind="structure">
          <CompareButton pair={pair} kind="structure" />
        </ResultLine>
      )}
      <Loaded query={query}>
        {({ snapshots, findings, renamed, texts }) => (
          <>
            <Findings pair={pair} findings={findings} compared={compared} />
            <Definitions
              compared={compared}
              snapshots={snapshots}
              findings={findings}
              renamed={renamed}
              texts={texts}
            />
          </>
        )}
      </Loaded>
    </Stack>
  );
}
