import type { Catalogue } from '../catalogue.ts';
import messages from '../../../../locales/ar/messages.json';
import { api } from './api.ts';
import { app } from './app.ts';
import { assignments } from './assignments.ts';
import { auth } from './auth.ts';
import { confirm } from './confirm.ts';
import { connection } from './connection.ts';
import { dashboard } from './dashboard.ts';
import { display } from './display.ts';
import { edit } from './edit.ts';
import { form } from './form.ts';
import { leaveGuard } from './leave-guard.ts';
import { loadFailed } from './load-failed.ts';
import { notifications } from './notifications.ts';
import { notify } from './notify.ts';
import { objectWords } from './object-words.ts';
import { objects } from './objects.ts';
import { pair } from './pair.ts';
import { pairWords } from './pair-words.ts';
import { pairs } from './pairs.ts';
import { projectScreen } from './project-screen.ts';
import { projectWords } from './project-words.ts';
import { projects } from './projects.ts';
import { proof } from './proof.ts';
import { results } from './results.ts';
import { sample } from './sample.ts';
import { search } from './search.ts';
import { spreadsheet } from './spreadsheet.ts';
import { table } from './table.ts';
import { theme } from './theme.ts';
import { users } from './users.ts';

/** All parts, by the names under which the features put their English. */
export const catalogue: Catalogue = {
  api,
  app,
  assignments,
  auth,
  confirm,
  connection,
  dashboard,
  display,
  edit,
  form,
  'leave-guard': leaveGuard,
  'load-failed': loadFailed,
  notifications,
  messages,
  notify,
  'object-words': objectWords,
  objects,
  pair,
  'pair-words': pairWords,
  pairs,
  'project-screen': projectScreen,
  'project-words': projectWords,
  projects,
  proof,
  results,
  sample,
  search,
  spreadsheet,
  table,
  theme,
  users,
};
