import type { Connection, ConnectionTarget, ConnectOptions } from '../core/connector.ts';
import { connecting } from '../core/connecting/open-connection.ts';
import { CALL_SYNTAX } from './call-syntax.ts';
import * as calls from './calls.ts';
import { listObjects, listOthers, listSchemas, listWarnings, readVersion } from './catalogue.ts';
import * as data from './data.ts';
import * as definitions from './definitions.ts';
import { loadDriver, type OracleDriver } from './driver.ts';
import { listUnreadable } from './policies.ts';
import * as rights from './rights.ts';
import { openSession } from './session.ts';

/** @throws ConnectorError */
export const openConnection = (
  target: ConnectionTarget,
  options: ConnectOptions,
  load: () => Promise<OracleDriver> = loadDriver,
): Promise<Connection> =>
  connecting(CALL_SYNTAX, async () => [
    { openSession: (to, within) => openSession(to, within, load) },
    { readVersion, listSchemas, listObjects, listWarnings, listUnreadable, listOthers },
    data,
    definitions,
    calls,
    rights,
  ])(target, options);
