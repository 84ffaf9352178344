import { connectors } from '../../../connectors/registry.ts';
import { listDatabaseTypes } from '../../../contract/database-types.ts';
import { type Route, route } from '../../platform/http/route.ts';

export function engineRoutes(): Route[] {
  return [
    route(listDatabaseTypes, () =>
      connectors.map((connector) => ({
        id: connector.id,
        dbname: connector.name,
        default_port: connector.defaultPort,
        fields: [...connector.fields],
        tls: connector.tls,
        object_types: [...connector.objectTypes],
        tracked_types: [...connector.trackedTypes],
      })),
    ),
  ];
}
