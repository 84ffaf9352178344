import { Badge } from '@mantine/core';
import type { CallOutcome, DataResult, StructureResult } from '../../../contract/pairs.ts';
import { usePairTexts } from './texts.ts';

export type Result = StructureResult | DataResult | CallOutcome;

const COLOURS: Record<Result, string> = {
  same: 'green',
  identical: 'green',
  equal: 'green',
  equal_under_rules: 'teal',
  compatible: 'teal',
  accepted: 'teal',
  different: 'red',
  failed: 'red',
  not_comparable: 'orange',
};

/** A result in words on its colour; what was never compared says so. */
export function ResultBadge({ result }: { result: Result | null }) {
  const t = usePairTexts();
  return (
    <Badge variant="light" color={result ? COLOURS[result] : 'gray'} tt="none">
      {t(result ? `result_${result}` : 'result_none')}
    </Badge>
  );
}
