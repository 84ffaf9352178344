import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, requiredText, text, timestamp } from '../fields.ts';
import { listQuery } from '../list-query.ts';
import { explanation, OF_ROWS } from './causes.ts';
import { covering } from './definitions.ts';
import { difference } from './difference.ts';
import { coverage } from './verdicts.ts';
import { messageData, fault } from '../messages/message.ts';

export const EVIDENCE_KINDS = ['structure', 'data', 'call', 'attachment'] as const;
export const evidenceKind = z.enum(EVIDENCE_KINDS);
export type EvidenceKind = z.infer<typeof evidenceKind>;

/** What ran, when, by whom, against which servers, with what result. Never changed afterwards. */
export const evidence = z.object({
  id,
  pair_id: id,
  kind: evidenceKind,
  at: timestamp,
  username: z.string().nullable(),
  run_id: id.nullable(),
  /** Result of the comparison or call, depending on the kind; null for attachments. */
  result: z.string().nullable(),
  /** Such as `PostgreSQL 15.18 at db.example:5432`. */
  servers: z.object({ source: z.string().nullable(), target: z.string().nullable() }),
  /** Hashes of the definitions at that time. */
  hashes: z.object({ source: z.array(z.string()), target: z.array(z.string()) }),
  rows_source: z.int().nullable(),
  rows_target: z.int().nullable(),
  /** Number of differing rows; up to `MAX_KEPT_ROWS` are stored. */
  differences: z.int().nullable(),
  /** Whether more rows may differ than `differences`. */
  at_least: z.boolean(),
  /** What the result covers; null unless rows were compared. */
  coverage: coverage.nullable(),
  /** Causes of the differences; null unless rows were compared and analysed. */
  explanation: explanation.nullable(),
  milliseconds: z.int().nullable(),
  /** Sentences: rules that applied, what was left out, why it could not be compared. */
  notes: z.array(z.string()),
  notes_said: z.array(messageData),
  /** Data specific to the kind: findings, or the texts and answers of a call. */
  detail: z.unknown(),
  attachment: z.object({ name: z.string(), type: z.string(), bytes: z.int() }).nullable(),
});
export type Evidence = z.infer<typeof evidence>;

const onePair = z.object({ id, pair: id });
const oneEvidence = z.object({ id, evidence: id });
const member = { who: 'member', of: 'params.id' } as const;

export const listEvidence = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/pairs/{pair}/evidence',
  summary: 'The evidence of a pair, newest first, at most 200',
  access: member,
  params: onePair,
  response: z.array(evidence),
  stream: true,
});

export const evidenceDifference = difference.extend({
  /** The acceptance that covers all of its differences. */
  accepted: covering,
  /** Kinds of the causes of whole rows that explain it; none in evidence from before they were recorded. */
  causes: z.array(z.enum(OF_ROWS)),
});
export type EvidenceDifference = z.infer<typeof evidenceDifference>;

export const listDifferences = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/evidence/{evidence}/differences',
  summary: 'The rows that differed',
  access: member,
  params: oneEvidence,
  query: listQuery(['seq', 'kind'], 'seq'),
  response: z.array(evidenceDifference),
  stream: true,
});

/** Contains no repeated group: matching one would need a stack proportional to the file. */
const base64 = z
  .string({
    error: (issue) =>
      issue.input === undefined ? fault('field.required') : fault('field.notText'),
  })
  .refine((value) => value !== '', { error: fault('field.required'), abort: true })
  .refine((value) => value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value), {
    error: fault('field.notBase64'),
  });

export const addAttachment = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/pairs/{pair}/attachments',
  summary: 'Keep a file as evidence',
  access: member,
  params: onePair,
  body: z.object({
    name: requiredText(255),
    type: text(200),
    content: base64,
  }),
  response: evidence,
  status: 201,
  bulk: true,
  file: true,
});

export const getAttachment = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/evidence/{evidence}/attachment',
  summary: 'A kept file, as base64',
  access: member,
  params: oneEvidence,
  response: z.object({ name: z.string(), type: z.string(), content: z.string() }),
});
