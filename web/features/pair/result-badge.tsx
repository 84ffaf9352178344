import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
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

/** The colour of the words has contrast enough on every ground. */
const READABLE = { label: { color: 'var(--mantine-color-text)' } };

/** A word on a colour. */
export function Mark({ color, children }: { color: string; children: ReactNode }) {
  return (
    <Badge variant="light" color={color} tt="none" styles={READABLE}>
      {children}
    </Badge>
  );
}

/** A result in words on its colour; what was never compared says so. */
export function ResultBadge({ result }: { result: Result | null }) {
  const t = usePairTexts();
  return (
    <Mark color={result ? COLOURS[result] : 'gray'}>
      {t(result ? `result_${result}` : 'result_none')}
    </Mark>
  );
}
