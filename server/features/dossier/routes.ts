import * as contract from '../../../contract/dossier.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { DossierService } from './service.ts';

export function dossierRoutes(dossiers: DossierService): Route[] {
  return [
    route(contract.getDossier, ({ params }) => dossiers.describe(params.id)),
    route(contract.writeDossier, async ({ actor, params, http }) => {
      const { project, bytes } = await dossiers.write(actor, params.id);
      const name = `dossier-${project.Project_Id}.zip`;
      http.setHeader('content-disposition', `attachment; filename="${name}"`);
      return bytes;
    }),
    route(contract.getSealKey, () => dossiers.key()),
  ];
}
