import { type GateCondition, type GateFinding, getGate } from '../../contract/gate.ts';
import { CannotVerify, type Login, type ServerClient, signIn } from './verify-client.ts';

interface GateOptions {
  projectId: number;
  json: boolean;
  /** Takes a line of the result. */
  print: (line: string) => void;
  /** Takes a line of progress. */
  tell: (line: string) => void;
}

/** What stands against each condition. */
const AGAINST: Record<GateCondition, string> = {
  settled: 'pairs are open',
  fresh: 'pairs were compared too long ago',
  unchanged: 'verified objects have changed',
  verified: 'objects are not verified',
  returned: 'objects were returned',
  against: 'objects were verified against their proof',
  acceptances: 'acceptances end within a day',
  runs: 'comparisons are not finished',
  rehearsal: 'rehearsal is missing',
  way_back: 'steps have a way back that no rehearsal has shown to work lately',
  signoffs: 'roles have not signed what stands now',
};

/** Signs in to a running server and asks its gate. @throws CannotVerify */
export const askServer = async (options: GateOptions & Login): Promise<0 | 1> =>
  askGate(await signIn(options, options.tell), options);

/**
 * Asks whether a project may be switched over, and prints each condition.
 * @returns 0 for a go, 1 for a no-go
 * @throws CannotVerify also where there is nothing to judge, which is never a go
 */
export async function askGate(
  client: ServerClient,
  { projectId, json, print, tell }: GateOptions,
): Promise<0 | 1> {
  const gate = await client.call(getGate, { params: { id: projectId } });
  if (json) print(JSON.stringify(gate));
  else for (const finding of gate.conditions) print(describe(finding));
  if (gate.verdict === 'unknown')
    throw new CannotVerify(
      `Project ${projectId} has nothing to judge: read and import its objects first.`,
    );
  tell(gate.verdict === 'go' ? 'GO' : 'NO-GO');
  return gate.verdict === 'go' ? 0 : 1;
}

function describe({ condition, demanded, holds, count, named }: GateFinding): string {
  const state = demanded ? (holds ? 'holds' : 'FAILS') : 'not demanded';
  const names = named.length > 0 ? `: ${named.map(({ name }) => name).join(', ')}` : '';
  const against = count > 0 ? `  (${count} ${AGAINST[condition]}${names})` : '';
  return `${state.padEnd(12)}  ${condition}${against}`;
}
