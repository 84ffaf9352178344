import type { SessionUser } from '../../contract/auth.ts';
import type { ProjectRow, Role } from '../../contract/projects.ts';
import type { IconName } from '../ui/icons.tsx';
import type { TextKey } from './i18n/index.ts';

/** As what somebody comes to a project. */
export type Who = 'administrator' | Role;

const MEMBERS = ['developer', 'tester'] as const satisfies Who[];
const EVERYBODY = ['administrator', ...MEMBERS] as const satisfies Who[];

/** What the screens are grouped by. */
type Phase = 'plan' | 'work' | 'prove' | 'finish';

/** The screens of a project in the order of the work: whose they are, and which show one side at a time. */
const SCREENS = [
  {
    path: '/dbconnect',
    name: 'inventory',
    icon: 'database',
    phase: 'plan',
    sided: false,
    who: ['administrator'],
  },
  {
    path: '/admin/spreadsheet',
    name: 'spreadsheet',
    icon: 'table',
    phase: 'plan',
    sided: false,
    who: ['administrator'],
  },
  {
    path: '/assessment',
    name: 'assessment',
    icon: 'hash',
    phase: 'plan',
    sided: false,
    who: EVERYBODY,
  },
  { path: '/waves', name: 'waves', icon: 'columns', phase: 'plan', sided: false, who: EVERYBODY },
  {
    path: '/assignobjects',
    name: 'assign',
    icon: 'assign',
    phase: 'work',
    sided: true,
    who: ['administrator'],
  },
  {
    path: '/developer',
    name: 'developer',
    icon: 'code',
    phase: 'work',
    sided: false,
    who: ['administrator', 'developer'],
  },
  {
    path: '/testing',
    name: 'testing',
    icon: 'flask',
    phase: 'work',
    sided: true,
    who: ['administrator', 'tester'],
  },
  { path: '/proof', name: 'proof', icon: 'shield', phase: 'prove', sided: false, who: EVERYBODY },
  { path: '/pairs', name: 'pairs', icon: 'pairs', phase: 'prove', sided: false, who: EVERYBODY },
  {
    path: '/proofreport',
    name: 'report',
    icon: 'report',
    phase: 'prove',
    sided: false,
    who: EVERYBODY,
  },
  {
    path: '/forecast',
    name: 'forecast',
    icon: 'clock',
    phase: 'finish',
    sided: false,
    who: EVERYBODY,
  },
  { path: '/gate', name: 'gate', icon: 'flag', phase: 'finish', sided: false, who: EVERYBODY },
  {
    path: '/cutover',
    name: 'cutover',
    icon: 'steps',
    phase: 'finish',
    sided: false,
    who: EVERYBODY,
  },
  {
    path: '/adminresults',
    name: 'results',
    icon: 'list',
    phase: 'finish',
    sided: true,
    who: ['administrator'],
  },
] as const satisfies {
  path: string;
  name: TextKey<'project-words'>;
  icon: IconName;
  phase: Phase;
  sided: boolean;
  who: readonly Who[];
}[];

export type ProjectScreen = (typeof SCREENS)[number];
export type ProjectPath = ProjectScreen['path'];

/** Lists of somebody's own work, which members open on what is to be done. */
const OF_WORK: readonly string[] = ['/developer', '/testing'];

/** What the address of a screen says besides, for whoever comes to work. */
export const toDoAt = (path: string, isAdmin: boolean): { todo?: 1 } =>
  !isAdmin && OF_WORK.includes(path) ? { todo: 1 } : {};

/** Screens that one comes to from another one only. */
const BELOW: Partial<Record<string, ProjectPath>> = {
  '/pair': '/pairs',
  '/pairrules': '/pairs',
  '/webhooks': '/dbconnect',
};

/** What somebody may open who is one of these; the own work of members stands first. */
export function screensFor(...who: readonly Who[]): ProjectScreen[] {
  const open = SCREENS.filter((screen) =>
    (screen.who as readonly Who[]).some((one) => who.includes(one)),
  );
  if (who.includes('administrator')) return open;
  const isWork = ({ path }: ProjectScreen) => OF_WORK.includes(path);
  return [...open.filter(isWork), ...open.filter((screen) => !isWork(screen))];
}

/** Whether it is somebody's work, which others do not see. */
export const isOfRole = ({ who }: ProjectScreen): boolean => who.length < EVERYBODY.length;

type User = Pick<SessionUser, 'user_id' | 'is_admin'>;
type Members = Pick<ProjectRow, 'developer' | 'tester'>;

/** What the user may open of a project. */
export const screensOf = (user: User, project: Members): ProjectScreen[] =>
  user.is_admin === 1
    ? screensFor('administrator')
    : screensFor(...MEMBERS.filter((role) => project[role].includes(user.user_id)));

/** The screen that an address is, or is below of. */
export const screenAt = (pathname: string): ProjectPath | undefined =>
  BELOW[pathname] ?? SCREENS.find(({ path }) => path === pathname)?.path;
