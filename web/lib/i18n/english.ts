import accountHistory from '../../../locales/en/account-history.json';
import api from '../../../locales/en/api.json';
import app from '../../../locales/en/app.json';
import assessment from '../../../locales/en/assessment.json';
import assignments from '../../../locales/en/assignments.json';
import attach from '../../../locales/en/attach.json';
import auth from '../../../locales/en/auth.json';
import clients from '../../../locales/en/clients.json';
import comments from '../../../locales/en/comments.json';
import confirm from '../../../locales/en/confirm.json';
import connection from '../../../locales/en/connection.json';
import cutover from '../../../locales/en/cutover.json';
import dashboard from '../../../locales/en/dashboard.json';
import display from '../../../locales/en/display.json';
import dossier from '../../../locales/en/dossier.json';
import edit from '../../../locales/en/edit.json';
import form from '../../../locales/en/form.json';
import forecast from '../../../locales/en/forecast.json';
import dependencies from '../../../locales/en/dependencies.json';
import gate from '../../../locales/en/gate.json';
import glossary from '../../../locales/en/glossary.json';
import job from '../../../locales/en/job.json';
import leaveGuard from '../../../locales/en/leave-guard.json';
import loadFailed from '../../../locales/en/load-failed.json';
import mail from '../../../locales/en/mail.json';
import notifications from '../../../locales/en/notifications.json';
import notify from '../../../locales/en/notify.json';
import objectWords from '../../../locales/en/object-words.json';
import objects from '../../../locales/en/objects.json';
import others from '../../../locales/en/others.json';
import pair from '../../../locales/en/pair.json';
import pairWords from '../../../locales/en/pair-words.json';
import pairs from '../../../locales/en/pairs.json';
import projectScreen from '../../../locales/en/project-screen.json';
import projectWords from '../../../locales/en/project-words.json';
import projects from '../../../locales/en/projects.json';
import proof from '../../../locales/en/proof.json';
import results from '../../../locales/en/results.json';
import sample from '../../../locales/en/sample.json';
import search from '../../../locales/en/search.json';
import signoff from '../../../locales/en/signoff.json';
import spreadsheet from '../../../locales/en/spreadsheet.json';
import table from '../../../locales/en/table.json';
import theme from '../../../locales/en/theme.json';
import users from '../../../locales/en/users.json';
import proposal from '../../../locales/en/proposal.json';
import calendar from '../../../locales/en/calendar.json';
import waves from '../../../locales/en/waves.json';
import webhooks from '../../../locales/en/webhooks.json';
import workload from '../../../locales/en/workload.json';
import { FIXED } from './fixed.ts';

/** All English texts by part. They define the types of the keys, and checks compare translations with them. */
export const english = {
  api,
  'account-history': accountHistory,
  app,
  assessment,
  assignments,
  attach,
  auth: { ...auth, ...FIXED.auth },
  clients,
  comments,
  confirm,
  connection,
  cutover,
  dashboard,
  display,
  dossier,
  edit,
  form,
  forecast,
  dependencies,
  gate,
  glossary,
  job,
  'leave-guard': leaveGuard,
  'load-failed': loadFailed,
  mail,
  notifications,
  notify,
  'object-words': objectWords,
  objects,
  others,
  pair,
  'pair-words': pairWords,
  pairs,
  'project-screen': projectScreen,
  'project-words': projectWords,
  projects: { ...projects, ...FIXED.projects },
  proof,
  results,
  sample,
  search,
  signoff,
  spreadsheet,
  table,
  theme,
  users: { ...users, ...FIXED.users },
  calendar,
  proposal,
  waves,
  webhooks,
  workload,
} as const;
