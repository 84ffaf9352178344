/** The words of the glossary, by what they belong to. */
export const WORK_TERMS = [
  'inventory',
  'object',
  'pending',
  'migrated',
  'verified',
  'returned',
  'changed',
  'missing',
] as const;

export const PROOF_TERMS = [
  'pair',
  'structure',
  'rows',
  'call',
  'finding',
  'rule',
  'evidence',
  'acceptance',
] as const;

export const PLANNING_TERMS = [
  'effort',
  'complexity',
  'automatic',
  'dependency',
  'wave',
  'cycle',
  'blocker',
  'forecast',
  'prior',
  'gate',
  'runbook',
  'rehearsal',
  'signoff',
  'client',
  'dossier',
] as const;

export type Term =
  | (typeof WORK_TERMS)[number]
  | (typeof PROOF_TERMS)[number]
  | (typeof PLANNING_TERMS)[number];
