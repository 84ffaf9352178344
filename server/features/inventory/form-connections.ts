import type { Connect, Connection, Limits, Reach } from '../../../connectors/core/connector.ts';
import { readScope } from '../../../connectors/core/catalogue/scope.ts';
import { connectorOf } from '../../../connectors/registry.ts';
import type { EngineId } from '../../../contract/database-types.ts';
import type { Side } from '../../../contract/fields.ts';
import type { ConnectionForm } from '../../../contract/inventory.ts';
import { message } from '../../../contract/messages/message.ts';
import { invalid } from '../../platform/problem.ts';
import { asProblem, readServerInfo } from '../databases/service.ts';
import type { ObjectService } from '../objects/service.ts';
import type {
  ConnectionValues,
  DatabaseAccount,
  ProjectService,
  ServerInfo,
} from '../projects/service.ts';

/** An open connection; `stored` says whether it is the project's own. */
export interface Opened {
  connection: Connection;
  place: DatabaseAccount;
  stored: boolean;
  engine: EngineId;
}

/** The wire name of a side's field: source_db_ip, source_db_name, source_tls_ca … */
const fieldName = (side: Side) => (field: string) =>
  field === 'db_name' || field.startsWith('tls') ? `${side}_${field}` : `${side}_db_${field}`;

export const engineField = (side: Side) =>
  side === 'source' ? 'Source_Database' : 'Target_Database';

export function readForm(form: ConnectionForm, side: Side): ConnectionValues {
  const engine = form[engineField(side)];
  if (!engine) throw invalid([{ field: engineField(side), message: message('field.required') }]);
  return {
    engine,
    host: form[`${side}_db_ip`],
    port: form[`${side}_db_port`],
    database: form[`${side}_db_name`],
    username: form[`${side}_db_username`],
    password: form[`${side}_db_password`],
    noPassword: form[`${side}_no_password`],
    tls: form[`${side}_tls`],
    tlsCa: form[`${side}_tls_ca`],
  };
}

/** Opens the connections of forms. Milliseconds of `defaults` limit each of them. */
export function createFormConnections(
  connect: Connect,
  reach: Reach,
  projects: ProjectService,
  objects: ObjectService,
  defaults: Limits,
) {
  const open = async (
    form: ConnectionForm,
    side: Side,
    signal: AbortSignal,
    limits: Limits = defaults,
  ): Promise<Opened> => {
    const values = readForm(form, side);
    const { target, place, stored } = await projects.resolveConnection({
      projectId: form.Project_Id ?? null,
      side,
      values,
      fieldName: fieldName(side),
    });
    const connection = await connect(values.engine, target, { reach, limits, signal });
    return { connection, place, stored, engine: values.engine };
  };

  /** Saves what the server reports about itself, if the connection is the project's own. */
  const note = async (
    { Project_Id: projectId }: ConnectionForm,
    side: Side,
    { connection, place, stored }: Opened,
    isRead = false,
  ): Promise<ServerInfo> => {
    const told = { ...(await readServerInfo(connection)), isRead };
    if (!stored || !projectId) return told;
    return { ...told, rights: await projects.keepFound(projectId, side, place, told) };
  };

  /** Opens the form's connection for `work` and closes it afterwards. */
  const withConnection = async <T>(
    form: ConnectionForm,
    side: Side,
    signal: AbortSignal,
    work: (opened: Opened) => Promise<T>,
  ): Promise<T> => {
    try {
      const opened = await open(form, side, signal);
      try {
        return await work(opened);
      } finally {
        // Closing is not awaited.
        void opened.connection.close();
      }
    } catch (error) {
      throw asProblem(error);
    }
  };

  const importedSchemas = async ({ Project_Id: projectId }: ConnectionForm, side: Side) =>
    projectId ? objects.listSchemas(projectId, side) : [];

  /** What a form's connection is about, with the schemas of which its project has objects. */
  const scopeOf = (form: ConnectionForm, side: Side, { connection, engine, place }: Opened) =>
    readScope(connection, connectorOf(engine), place.database_name, () =>
      importedSchemas(form, side),
    );

  return { open, note, withConnection, importedSchemas, scopeOf };
}
