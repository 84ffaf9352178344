import * as assessment from './assessment.ts';
import * as assignments from './assignments.ts';
import * as auth from './auth.ts';
import * as calls from './proof/calls.ts';
import * as clientViews from './client-views.ts';
import * as clients from './clients.ts';
import * as comments from './comments.ts';
import * as common from './proof/common.ts';
import * as cutover from './cutover.ts';
import * as cutoverRuns from './cutover-runs.ts';
import type { Endpoint } from './endpoint.ts';
import * as dashboard from './dashboard.ts';
import * as decisions from './decisions.ts';
import * as dependencies from './dependencies.ts';
import * as dossier from './dossier.ts';
import * as calendar from './calendar.ts';
import * as forecast from './forecast.ts';
import * as gate from './gate.ts';
import * as evidence from './proof/evidence.ts';
import * as databaseTypes from './database-types.ts';
import * as events from './events.ts';
import * as inventory from './inventory.ts';
import * as mail from './mail.ts';
import * as nextSteps from './next-steps.ts';
import * as nameMap from './proof/name-map.ts';
import * as notifications from './notifications.ts';
import * as objects from './objects.ts';
import * as others from './proof/others.ts';
import * as pairs from './proof/pairs.ts';
import * as preferences from './preferences.ts';
import * as projects from './projects.ts';
import * as results from './results.ts';
import * as runs from './proof/runs.ts';
import * as sample from './sample.ts';
import * as search from './search.ts';
import * as signoff from './signoff.ts';
import * as spreadsheet from './spreadsheet.ts';
import * as structure from './proof/definitions.ts';
import * as users from './users.ts';
import * as undoEdits from './undo-edits.ts';
import * as validation from './proof/rows.ts';
import * as waves from './waves.ts';
import * as webhooks from './webhooks.ts';
import * as workload from './workload.ts';
import * as trend from './proof/trend.ts';
import * as tolerances from './proof/tolerances.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value;

/** Every call of the API, by name. */
export const ENDPOINTS: Record<string, Endpoint> = Object.fromEntries(
  [
    auth,
    users,
    databaseTypes,
    projects,
    nextSteps,
    decisions,
    gate,
    cutover,
    cutoverRuns,
    dependencies,
    dossier,
    forecast,
    calendar,
    waves,
    workload,
    assessment,
    assignments,
    inventory,
    objects,
    undoEdits,
    results,
    sample,
    dashboard,
    notifications,
    mail,
    events,
    search,
    preferences,
    signoff,
    spreadsheet,
    pairs,
    nameMap,
    structure,
    runs,
    validation,
    tolerances,
    trend,
    evidence,
    clients,
    clientViews,
    comments,
    common,
    calls,
    others,
    webhooks,
  ]
    .flatMap((feature) => Object.entries(feature))
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
);
