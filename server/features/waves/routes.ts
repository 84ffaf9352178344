import * as contract from '../../../contract/waves.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { WaveService } from './service.ts';

export function waveRoutes(waves: WaveService): Route[] {
  return [
    route(contract.getWaves, ({ params }) => waves.board(params.id)),
    route(contract.proposeWaves, ({ params, body }) =>
      waves.propose(params.id, body.hours_per_wave),
    ),
    route(contract.applyWaves, ({ actor, params, body }) =>
      waves.apply(actor, params.id, body.hours_per_wave, body.seen),
    ),
    route(contract.addWave, ({ actor, params }) => waves.add(actor, params.id)),
    route(contract.changeWave, ({ actor, params, body: { was, ...edited } }) =>
      waves.change(actor, params.id, params.wave, edited, was),
    ),
    route(contract.deleteWave, ({ actor, params }) => waves.remove(actor, params.id, params.wave)),
    route(contract.getWaveLate, ({ params }) => waves.late(params.id, params.wave)),
    route(contract.listWaveObjects, ({ params, query }) => waves.objects(params.id, query)),
    route(contract.previewMove, ({ params, body }) => waves.previewMove(params.id, body)),
    route(contract.moveToWave, ({ actor, params, body }) => waves.move(actor, params.id, body)),
    route(contract.undoWaves, ({ actor, params, body }) =>
      waves.undo(actor, params.id, body.token),
    ),
  ];
}
