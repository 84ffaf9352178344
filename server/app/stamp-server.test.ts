import { expect, it } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { configureReach, readStampServer } from './places.ts';

const reachWith = (env: Record<string, string>) => {
  const config = readConfig({ TIMESTAMP_URL: 'https://stamps.example/', ...env });
  return readStampServer(config, configureReach(config))!.reach;
};
const [OUTSIDE, INSIDE, HERE, METADATA] = ['192.0.2.9', '10.1.2.3', '127.0.0.1', '169.254.169.254'];

it.each([
  [{}, [OUTSIDE, INSIDE, HERE]],
  [{ CONNECT_ALLOW: '10.1.0.0/16' }, [OUTSIDE, INSIDE]],
  [{ CONNECT_ALLOW: '172.16.0.0/12' }, [OUTSIDE]],
  [{ CONNECT_DENY: '192.0.2.0/24' }, [INSIDE, HERE]],
  [{ CONNECT_DENY: '0.0.0.0/0' }, []],
])(
  'a time stamp server may be outside, and inside where connections may go: %j',
  async (env, reached) => {
    const { resolve } = reachWith(env);
    for (const address of [OUTSIDE, INSIDE, HERE, METADATA]) {
      const found = resolve(address, 80, '');
      if (reached.includes(address)) expect(await found).toBe(address);
      else await expect(found).rejects.toMatchObject({ code: 'reach' });
    }
  },
);
