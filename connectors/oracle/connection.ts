import type { Connection, ConnectionTarget, ConnectOptions } from '../core/connector.ts';
import { guardConditions } from '../core/guarded-data.ts';
import { CALL_SYNTAX } from './call-syntax.ts';
import { createCallRunner } from './calls.ts';
import * as catalogue from './catalogue.ts';
import { createDataReader } from './data.ts';
import { loadDriver, type OracleDriver } from './driver.ts';
import { readRights } from './rights.ts';
import { listOthers } from './others.ts';
import { openSession } from './session.ts';
import { createDefinitionReader } from './definitions.ts';

/** @throws ConnectorError */
export async function openConnection(
  target: ConnectionTarget,
  options: ConnectOptions,
  load: () => Promise<OracleDriver> = loadDriver,
): Promise<Connection> {
  const session = await openSession(target, options, load);
  return {
    serverVersion: async () => session.serverVersion,
    listSchemas: () => catalogue.listSchemas(session),
    listObjects: (type, schema) => catalogue.listObjects(session, type, schema),
    listOthers: (schema, only) => listOthers(session, schema, only),
    listWarnings: () => catalogue.listWarnings(session),
    rights: () => readRights(session),
    definitions: createDefinitionReader(session),
    data: guardConditions(createDataReader(session), CALL_SYNTAX),
    calls: createCallRunner(session),
    close: () => session.close(),
  };
}
