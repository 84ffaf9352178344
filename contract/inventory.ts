import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { engineId } from './database-types.ts';
import { accountRights, OBJECT_TYPES, objectType, objectTypeId, tlsMode } from './engines.ts';
import { MAX_LIST, blankAsNull, flag, id, port, requiredText, side, text } from './fields.ts';
import { problem } from './problems.ts';
import { projectRow } from './projects.ts';
import { list } from './list.ts';
import { message, messageData, fault } from './messages/message.ts';

const optionalName = blankAsNull(text(200).nullish());
const sideForm = <S extends 'source' | 'target'>(name: S) =>
  ({
    [`${name}_db_ip`]: optionalName,
    [`${name}_db_name`]: blankAsNull(text(1_000).nullish()),
    [`${name}_db_port`]: blankAsNull(port.nullish()),
    [`${name}_db_username`]: optionalName,
    [`${name}_db_password`]: text(1_000).nullish(),
    [`${name}_no_password`]: blankAsNull(flag.nullish()),
    [`${name}_tls`]: blankAsNull(tlsMode.nullish()),
    [`${name}_tls_ca`]: blankAsNull(text(20_000).nullish()),
  }) as {
    [K in `${S}_db_ip` | `${S}_db_username`]: typeof optionalName;
  } & {
    [K in `${S}_db_name` | `${S}_tls_ca`]: z.ZodType<string | null | undefined>;
  } & {
    [K in `${S}_db_port`]: z.ZodType<number | null | undefined>;
  } & {
    [K in `${S}_db_password`]: z.ZodType<string | null | undefined>;
  } & {
    [K in `${S}_no_password`]: z.ZodType<0 | 1 | null | undefined>;
  } & {
    [K in `${S}_tls`]: z.ZodType<z.infer<typeof tlsMode> | null | undefined>;
  };

/**
 * The connection form. A call needs the fields of its own side only. With a Project_Id, an empty or masked password stands
 * for the stored one if engine, host, port, database, user and TLS equal the stored ones; `…_no_password` marks an account
 * without a password.
 */
export const connectionForm = z.object({
  Project_Id: blankAsNull(id.nullish()),
  Source_Name: optionalName,
  Target_Name: optionalName,
  Source_Database: blankAsNull(engineId.nullish()),
  Target_Database: blankAsNull(engineId.nullish()),
  ...sideForm('source'),
  ...sideForm('target'),
});
export type ConnectionForm = z.output<typeof connectionForm>;

export const schemaEntry = z.object({ schema_name: z.string(), name: z.string() });

/** Engine type 1 answers `{recordsets: [[row]]}`, every other type the plain list. */
const listOrRecordsets = <T extends z.ZodType>(row: T) =>
  z.union([z.array(row), z.object({ recordsets: z.array(z.array(row)) })]);

const schemas = (path: `/api/${string}`, summary: string) =>
  endpoint({
    method: 'POST',
    path,
    summary,
    access: { who: 'administrator' },
    body: connectionForm,
    response: listOrRecordsets(schemaEntry),
  });

export const sourceSchemas = schemas('/api/dbconnect/getschema/', 'Schemas of the source database');
export const targetSchemas = schemas(
  '/api/dbconnect/gettargetschema/',
  'Schemas of the target database',
);

export const testConnection = endpoint({
  method: 'POST',
  path: '/api/dbconnect/test',
  summary: 'Connect and say what is there',
  access: { who: 'administrator' },
  body: connectionForm.extend({ reportType: side }),
  response: z.object({
    server_version: z.string(),
    elapsed_ms: z.number(),
    /** Sentences that name what the account cannot see, and the grant that it needs. */
    warnings: z.array(z.string()),
    warnings_said: z.array(messageData),
    /** Rights beyond reading; null where the engine has no accounts, or does not report rights. */
    rights: accountRights.nullable(),
  }),
});

export const saveConnection = endpoint({
  method: 'POST',
  path: '/api/dbconnect/save',
  summary:
    'Connect, and where that works keep the connection in the project; 409 with the row as it is now when `version` is stale',
  access: { who: 'administrator' },
  body: connectionForm.extend({ Project_Id: id, reportType: side, version: id.nullish() }),
  response: projectRow,
});

export const inventoryItem = z.object({
  table_name: z.string(),
  /** Functions and procedures only; equals table_name. */
  routine_name: z.string().optional(),
  schema: z.string(),
  object_type_source: objectType,
  object_type_source_id: objectTypeId,
  Project_Id: id.nullable(),
  /** 1 if the project has it already. */
  known: flag.optional(),
});
export type InventoryItem = z.infer<typeof inventoryItem>;

/** Response header of an inventory: a JSON array of warning sentences, percent-encoded. */
export const WARNINGS_HEADER = 'x-inventory-warnings';
/** The same warnings as data. */
export const WARNINGS_SAID_HEADER = 'x-inventory-warnings-said';

export const readInventory = endpoint({
  method: 'POST',
  path: '/api/dbconnect/',
  summary: 'Objects of one type in one schema of a database; without a schema, of the first one',
  access: { who: 'administrator' },
  body: connectionForm.extend({
    reportType: side,
    object_type_source: objectType,
    schema: blankAsNull(text(500).nullish()),
    schemaTarget: blankAsNull(text(500).nullish()),
  }),
  response: listOrRecordsets(inventoryItem),
});

export const summariseInventory = endpoint({
  method: 'POST',
  path: '/api/dbconnect/summary',
  summary:
    'How many objects of each type a schema has, and how many of them the project knows or misses',
  access: { who: 'administrator' },
  body: connectionForm.extend({ reportType: side, schema: blankAsNull(text(500).nullish()) }),
  response: z.object({
    schema: z.string(),
    types: z.array(
      z.object({
        object_type: objectType,
        total: z.int(),
        known: z.int(),
        /** Objects that were imported but no longer exist in the database; empty where the account may not see all objects. */
        gone: z.array(z.string()),
      }),
    ),
    warnings: z.array(z.string()),
    warnings_said: z.array(messageData),
  }),
});

const objectNames = z.array(z.string());

/** Events while all of a database is read. */
export const everythingEvent = z.discriminatedUnion('kind', [
  /** First event: the schemas and types to read; a `part` follows for each combination. */
  z.object({
    kind: z.literal('plan'),
    schemas: z.array(z.string()),
    /** Databases of the same server that are not read, because the connection names another one. */
    others: z.array(z.string()),
    object_types: z.array(objectType),
  }),
  /** All objects of one type in one schema, ordered by name. */
  z.object({
    kind: z.literal('part'),
    schema: z.string(),
    object_type: objectType,
    names: objectNames,
    /** Those of the names that the project has already. */
    known: objectNames,
    /**
     * Objects that were imported but no longer exist; empty where the account may not see all of them. After the planned parts,
     * further ones report schemas that no longer exist.
     */
    gone: objectNames,
  }),
  /** Last event, when everything was read. */
  z.object({
    kind: z.literal('end'),
    warnings: z.array(z.string()),
    warnings_said: z.array(messageData),
  }),
  /** Last event, when reading failed. */
  z.object({ kind: z.literal('failed'), problem }),
]);
export type EverythingEvent = z.infer<typeof everythingEvent>;

export const readEverything = endpoint({
  method: 'POST',
  path: '/api/dbconnect/everything',
  summary:
    'All objects of a database, type by type and schema by schema, as server-sent events while they are read',
  access: { who: 'administrator' },
  body: connectionForm.extend({
    reportType: side,
    /** 1 reads the other databases of a server, too, where an engine's schemas are databases. */
    all_databases: flag.optional(),
  }),
  response: everythingEvent,
  events: true,
});

export const keptInventory = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/inventory/{side}',
  summary:
    'The last reading of a whole database, as the events of reading it, with what the project has now; only the last event when none is kept',
  access: { who: 'administrator' },
  params: z.object({ id, side }),
  response: everythingEvent,
  events: true,
});

/** An object to import, identified by project, side, type, schema and name. */
export const importItem = z
  .object({
    table_name: text(500).nullish(),
    routine_name: text(500).nullish(),
    schema: requiredText(500),
    object_type_source: blankAsNull(objectType.nullish()),
    object_type_source_id: blankAsNull(objectTypeId.nullish()),
    Project_Id: id,
  })
  .transform((item, context) => {
    const name = item.table_name || item.routine_name;
    if (!name) {
      context.addIssue({ code: 'custom', path: ['table_name'], message: fault('field.required') });
      return z.NEVER;
    }
    const typeId =
      item.object_type_source_id ??
      (item.object_type_source && OBJECT_TYPES[item.object_type_source]);
    if (!typeId) {
      context.addIssue({
        code: 'custom',
        path: ['object_type_source_id'],
        message: fault('field.required'),
      });
      return z.NEVER;
    }
    return { projectId: item.Project_Id, schemaName: item.schema, objectName: name, typeId };
  });
export type ImportItem = z.output<typeof importItem>;

export const importItems = list(importItem, MAX_LIST, {
  error: fault('field.notList', { things: message('thing.inventoryItems') }),
  items: message('thing.items'),
});

const importSide = (path: `/api/${string}`, summary: string) =>
  endpoint({
    method: 'POST',
    path,
    summary: `${summary}; known items are updated, never duplicated`,
    access: { who: 'administrator' },
    body: importItems,
    response: z.object({
      message: z.string(),
      imported: z.int(),
      added: z.int(),
      /** Objects that the project had already: their status, assignments and comments are unchanged. */
      existing: z.int(),
    }),
    bulk: true,
  });

export const importSource = importSide('/api/dbconnect/importsource', 'Import source objects');
export const importTarget = importSide('/api/dbconnect/importtarget', 'Import target objects');

const sideImported = z.object({
  /** Time and user of the last import; null before the first one. */
  imported_at: z.string().nullable(),
  imported_by: z.string().nullable(),
  /** Version of the server that last answered at the project's connection; null before the first time. */
  server_version: z.string().nullable(),
  /** When the whole inventory was last read. */
  read_at: z.string().nullable(),
  /** Whether that reading is kept and has more objects than were imported. */
  is_kept: z.boolean(),
  /** Types of which the project has objects. */
  types: z.array(
    z.object({
      object_type: objectType,
      count: z.int(),
      /** When the newest of these objects was added. */
      added_at: z.string(),
    }),
  ),
});

export const describeImports = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/imports',
  summary: 'What a project has imported of both sides, and when',
  access: { who: 'administrator' },
  params: z.object({ id }),
  response: z.object({ source: sideImported, target: sideImported }),
});
