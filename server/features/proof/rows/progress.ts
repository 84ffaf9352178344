import { type Findings, addFindings, noFindings } from './findings.ts';

/** The slices that a comparison goes through, in order. */
export type Work =
  | { kind: 'ranges'; boundaries: string[] }
  /** Buckets that are known to differ, a few thousand rows in each batch; `total`: all that there are. */
  | { kind: 'buckets'; batches: string[][] };

/** What a later attempt needs to go on; plain JSON. */
interface Saved {
  fingerprint: string;
  work: Work;
  /** Slices below this one are finished, and so are those in `ahead`. */
  next: number;
  ahead: number[];
  findings: Findings;
}

/** A process that ends suddenly loses at most so much work. Milliseconds. */
const SAVE_EVERY = 1_000;

/** Which slices are finished and what was found in them. */
export interface Progress {
  work: Work | null;
  readonly findings: Findings;
  /** Decides on the slices; what was found on the way counts, too. */
  begin(work: Work, found: Findings): Promise<void>;
  isFinished(slice: number): boolean;
  finish(slice: number, found: Findings): Promise<void>;
  /** Saves what is not saved yet. */
  save(): Promise<void>;
}

export function openProgress(
  fingerprint: string,
  checkpoint: unknown,
  saveCheckpoint: (value: unknown) => Promise<void>,
): Progress {
  const saved = isSaved(checkpoint) && checkpoint.fingerprint === fingerprint ? checkpoint : null;
  // What is added later must not change what the caller holds.
  const findings = saved ? structuredClone(saved.findings) : noFindings();
  const ahead = new Set(saved?.ahead);
  let work = saved?.work ?? null;
  let next = saved?.next ?? 0;
  let savedAt = performance.now();
  let changed = false;
  let saving = Promise.resolve();

  const save = (): Promise<void> => {
    saving = saving
      .catch(() => undefined)
      .then(async () => {
        if (!changed || !work) return;
        changed = false;
        savedAt = performance.now();
        const value: Saved = { fingerprint, work, next, ahead: [...ahead], findings };
        await saveCheckpoint(structuredClone(value));
      });
    return saving;
  };

  return {
    get work() {
      return work;
    },
    findings,
    async begin(decided, found) {
      work = decided;
      addFindings(findings, found);
      changed = true;
      await save();
    },
    isFinished: (slice) => slice < next || ahead.has(slice),
    async finish(slice, found) {
      addFindings(findings, found);
      ahead.add(slice);
      while (ahead.delete(next)) next += 1;
      changed = true;
      if (performance.now() - savedAt >= SAVE_EVERY) await save();
    },
    save,
  };
}

const isSaved = (value: unknown): value is Saved =>
  typeof value === 'object' && value !== null && 'fingerprint' in value;
