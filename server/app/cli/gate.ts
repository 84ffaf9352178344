import { type GateCondition, type GateFinding, getGate } from '../../../contract/gate.ts';
import { CannotVerify, type Login, type ServerClient, signIn } from './server-client.ts';

interface GateOptions {
  projectId: number;
  json: boolean;
  /** Prints a line of the result. */
  print: (line: string) => void;
  /** Prints a line of progress. */
  printProgress: (line: string) => void;
}

/** The things that are counted against each condition. */
const AGAINST: Record<GateCondition, string> = {
  settled: 'open pairs',
  fresh: 'pairs compared too long ago',
  sequences: 'pairs whose next numbers are taken, or not known to be free',
  unchanged: 'verified objects that have changed',
  verified: 'objects not verified',
  returned: 'returned objects',
  against: 'objects verified against their proof',
  acceptances: 'acceptances that expire within a day',
  runs: 'unfinished comparisons',
  rehearsal: 'missing rehearsals',
  way_back: 'steps whose way back no recent rehearsal has shown to work',
  signoffs: 'missing sign-offs of the current state',
};

/** Signs in to a running server and asks for the gate's verdict. @throws CannotVerify */
export const askServer = async (options: GateOptions & Login): Promise<0 | 1> =>
  askGate(await signIn(options, options.printProgress), options);

/**
 * Prints the verdict and each condition of a project's gate.
 * @returns 0 for a go, 1 for a no-go
 * @throws CannotVerify also if there is nothing to judge, which is never a go
 */
export async function askGate(
  client: ServerClient,
  { projectId, json, print, printProgress }: GateOptions,
): Promise<0 | 1> {
  const gate = await client.call(getGate, { params: { id: projectId } });
  if (json) print(JSON.stringify(gate));
  else for (const finding of gate.conditions) print(describe(finding));
  if (gate.verdict === 'unknown')
    throw new CannotVerify(
      `Project ${projectId} has nothing to judge yet. Import its objects first.`,
    );
  printProgress(gate.verdict === 'go' ? 'GO' : 'NO-GO');
  return gate.verdict === 'go' ? 0 : 1;
}

function describe({ condition, demanded, holds, count, unknown, named }: GateFinding): string {
  const state = demanded ? (holds ? 'met' : 'NOT MET') : 'not required';
  const names = named.length > 0 ? `, ${named.map(({ name }) => name).join(', ')}` : '';
  const open = unknown > 0 ? `, ${unknown} of them not known` : '';
  const against = count > 0 ? `  (${AGAINST[condition]}: ${count}${open}${names})` : '';
  return `${state.padEnd(12)}  ${condition}${against}`;
}
