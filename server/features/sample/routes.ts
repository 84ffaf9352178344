import * as contract from '../../../contract/sample.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { SampleService } from './service.ts';

export function sampleRoutes(sample: SampleService): Route[] {
  return [
    route(contract.sampleState, () => sample.state()),
    route(contract.sampleAccounts, () => sample.accounts()),
    route(contract.loadSample, ({ actor }) => sample.load(actor)),
    route(contract.removeSample, async () => {
      await sample.remove();
      return undefined;
    }),
  ];
}
