import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Verdict } from '../../../contract/proof/verdicts.ts';
import { CannotVerify } from './server-client.ts';
import { type VerifyLine, describeVerdict, factsOf, nameOf, outcomeOf } from './verify-report.ts';

/** A JUnit report for pipelines with a test case per pair, written as results arrive. */
export interface JunitFile {
  write(line: VerifyLine): Promise<void>;
  /** @param failure - why pairs are missing from the report; null if it is complete */
  close(failure: string | null): Promise<void>;
}

/** Characters that XML 1.0 forbids, even escaped. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
  '\r': '&#13;',
};

/** Escapes text for attributes and contents. */
const escape = (text: string): string =>
  text.replace(FORBIDDEN, '\u{FFFD}').replace(/[&<>"\n\t\r]/g, (found) => ENTITIES[found]!);

/** The body of a pair's test case; empty if the pair is settled. */
function saidOf(line: VerifyLine, allowed: readonly Verdict[]): string {
  if (line.verdict === 'decided') return `<skipped message="${line.state}"/>`;
  const outcome = outcomeOf(line, allowed);
  if (outcome === 'settled') return '';
  const element = outcome === 'different' ? 'failure' : 'error';
  const message = escape([describeVerdict(line), ...factsOf(line)].join(', '));
  const detail = escape(
    [...new Set([...(line.reason ? [line.reason] : []), ...line.notes])].join('\n'),
  );
  return `<${element} type="${line.verdict ?? line.state}" message="${message}">${detail}</${element}>`;
}

/** @throws CannotVerify where the file cannot be written */
export async function openJunit(
  file: string,
  projectId: number,
  allowed: readonly Verdict[],
): Promise<JunitFile> {
  const stream = createWriteStream(file);
  let failure: Error | null = null;
  stream.on('error', (error) => (failure = error));
  const write = async (text: string): Promise<void> => {
    await new Promise<void>((resolve) => stream.write(text, () => resolve()));
    if (failure) throw new CannotVerify(`--junit: ${file} cannot be written: ${failure.message}`);
  };
  await write(
    `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n<testsuite name="project ${projectId}">\n`,
  );
  return {
    write: (line) =>
      write(
        `<testcase classname="${line.type}" name="${escape(nameOf(line))}">${saidOf(line, allowed)}</testcase>\n`,
      ),
    async close(reason) {
      if (reason !== null)
        await write(
          `<testcase classname="verify" name="verify"><error message="${escape(reason)}"/></testcase>\n`,
        );
      await write('</testsuite>\n</testsuites>\n');
      stream.end();
      await once(stream, 'close');
    },
  };
}
