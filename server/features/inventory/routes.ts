import * as contract from '../../../contract/inventory.ts';
import { withEnglish } from '../../../contract/messages/english.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { type Actor, type Route, route } from '../../platform/http/route.ts';
import type { ImportItem, InventoryItem } from '../../../contract/inventory.ts';
import type { Side } from '../../../contract/fields.ts';
import type { ObjectService } from '../objects/service.ts';
import type { PairService } from '../proof/pairs/service.ts';
import type { InventoryService, InventoryReading } from './service.ts';
import { connectorOf } from '../../../connectors/registry.ts';
import type { EngineId } from '../../../contract/database-types.ts';
import { OBJECT_TYPES, type ObjectType, isRoutine } from '../../../contract/engines.ts';

/** For some engines clients expect rows in `recordsets[0]`, for others as a plain list. */
export const presentRows = <R>(engine: EngineId, rows: R[]): R[] | { recordsets: R[][] } =>
  connectorOf(engine).recordsets ? { recordsets: [rows] } : rows;

export const presentSchemas = (schemas: string[]) =>
  schemas.map((name) => ({ schema_name: name, name }));

export function presentItems(
  { names, schema, known }: InventoryReading,
  type: ObjectType,
  projectId: number | null,
): InventoryItem[] {
  return names.map((name) => ({
    table_name: name,
    ...(isRoutine(type) && { routine_name: name }),
    schema,
    object_type_source: type,
    object_type_source_id: OBJECT_TYPES[type],
    Project_Id: projectId,
    ...(projectId !== null && { known: known.has(name) ? (1 as const) : (0 as const) }),
  }));
}

export function inventoryRoutes(
  inventory: InventoryService,
  objects: ObjectService,
  pairs: PairService,
): Route[] {
  const importObjects = async (actor: Actor, side: Side, items: ImportItem[]) => {
    const result = await objects.import(actor, side, items);
    for (const projectId of new Set(items.map((item) => item.projectId)))
      await pairs.requestMatch(projectId);
    return result;
  };

  return [
    route(contract.sourceSchemas, async ({ body, http }) => {
      const { engine, schemas } = await inventory.listSchemas(body, 'source', http.signal);
      return presentRows(engine, presentSchemas(schemas));
    }),
    route(contract.targetSchemas, async ({ body, http }) => {
      const { engine, schemas } = await inventory.listSchemas(body, 'target', http.signal);
      return presentRows(engine, presentSchemas(schemas));
    }),
    route(contract.testConnection, async ({ body, http }) => {
      const report = await inventory.test(body, body.reportType, http.signal);
      return {
        server_version: report.serverVersion,
        elapsed_ms: report.elapsedMs,
        ...withEnglish('warnings', report.warnings),
        rights: report.rights,
      };
    }),
    route(contract.saveConnection, ({ actor, body, http }) =>
      inventory.save(actor, body, body.reportType, body.version, http.signal),
    ),
    route(contract.readInventory, async ({ actor, body, http }) => {
      const { reportType: side, object_type_source: type } = body;
      const schema = (side === 'source' ? body.schema : body.schemaTarget) ?? null;
      const reading = await inventory.read(actor, body, side, type, schema, http.signal);
      if (reading.warnings.length > 0) {
        const { warnings, warnings_said } = withEnglish('warnings', reading.warnings);
        const asHeader = (value: unknown) => encodeURIComponent(JSON.stringify(value));
        http.setHeader(contract.WARNINGS_HEADER, asHeader(warnings));
        http.setHeader(contract.WARNINGS_SAID_HEADER, asHeader(warnings_said));
      }
      return presentRows(reading.engine, presentItems(reading, type, body.Project_Id ?? null));
    }),
    route(contract.summariseInventory, async ({ body, http }) => {
      const { reportType: side, schema = null } = body;
      const summary = await inventory.summarise(body, side, schema, http.signal);
      return {
        ...summary,
        ...withEnglish('warnings', summary.warnings),
        types: summary.types.map(({ type, ...counts }) => ({ object_type: type, ...counts })),
      };
    }),
    route(contract.readEverything, ({ actor, body, http }) =>
      inventory.readEverything(actor, body, body.reportType, body.all_databases === 1, http.signal),
    ),
    route(contract.keptInventory, ({ params }) => inventory.readKept(params.id, params.side)),
    route(contract.describeImports, ({ params }) => objects.describeImports(params.id)),
    route(contract.importSource, async ({ actor, body }) => ({
      message: TEXTS.sourceImported,
      ...(await importObjects(actor, 'source', body)),
    })),
    route(contract.importTarget, async ({ actor, body }) => ({
      message: TEXTS.targetImported,
      ...(await importObjects(actor, 'target', body)),
    })),
  ];
}
