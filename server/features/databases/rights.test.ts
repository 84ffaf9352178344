import { said } from '../../../tests/support/said.ts';
import { expect, it } from 'vitest';
import type { Connection } from '../../../connectors/core/connector.ts';
import { ConnectorError, type ConnectorErrorCode } from '../../../connectors/core/errors.ts';
import { readRights } from './service.ts';

const refusing = (code: ConnectorErrorCode) =>
  ({
    rights: () => Promise.reject(new ConnectorError(code, said('No.'))),
  }) as unknown as Connection;

it('rights that a server does not report are unknown; a lost connection is an error', async () => {
  expect(await readRights({} as Connection)).toBeNull();
  for (const code of ['failed', 'permission'] as const)
    expect(await readRights(refusing(code))).toBeNull();
  for (const code of ['network', 'timeout', 'ended'] as const)
    await expect(readRights(refusing(code))).rejects.toMatchObject({ code });
});
