import type { SessionUser } from '../../contract/auth.ts';
import type { Side } from '../../contract/fields.ts';
import type { ProjectRow, Role } from '../../contract/projects.ts';
import type { IconName } from '../ui/icons.tsx';
import type { TextKey } from './i18n/index.ts';

/** The role of a user in a project. */
export type Who = 'administrator' | Role;

const MEMBERS = ['developer', 'tester'] as const satisfies Who[];
const EVERYBODY = ['administrator', ...MEMBERS] as const satisfies Who[];

/** The groups of screens. */
type Phase = 'plan' | 'work' | 'prove' | 'finish';

/** The screens of a project in the order of the work: who may open them, and which of them show one side at a time. */
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

/** Lists of a member's own work, which open with the filter for open work. */
const OF_WORK: readonly string[] = ['/developer', '/testing'];

/** Search parameters with which a member opens such a list. */
export const toDoAt = (path: string, isAdmin: boolean): { todo?: 1 } =>
  !isAdmin && OF_WORK.includes(path) ? { todo: 1 } : {};

/** Address of a screen of a project; of a member's own work, with the filter for open work. */
export function addressAt(
  path: string,
  { project, side, isAdmin }: { project: number; side?: Side | null | undefined; isAdmin: boolean },
): string {
  const { todo } = toDoAt(path, isAdmin);
  return `${path}?project=${project}${side ? `&side=${side}` : ''}${todo ? `&todo=${todo}` : ''}`;
}

/** Detail screens, which are opened from another screen, with that screen. */
const BELOW: Partial<Record<string, ProjectPath>> = {
  '/pair': '/pairs',
  '/pairrules': '/pairs',
  '/webhooks': '/dbconnect',
};

/** The screens that users with one of these roles may open; the lists of their own work come first. */
export function screensFor(...who: readonly Who[]): ProjectScreen[] {
  const open = SCREENS.filter((screen) =>
    (screen.who as readonly Who[]).some((one) => who.includes(one)),
  );
  if (who.includes('administrator')) return open;
  const isWork = ({ path }: ProjectScreen) => OF_WORK.includes(path);
  return [...open.filter(isWork), ...open.filter((screen) => !isWork(screen))];
}

/** Whether the screen is for certain roles only. */
export const isOfRole = ({ who }: ProjectScreen): boolean => who.length < EVERYBODY.length;

type User = Pick<SessionUser, 'user_id' | 'is_admin'>;
type Members = Pick<ProjectRow, 'developer' | 'tester'>;

/** The screens of a project that the user may open. */
export const screensOf = (user: User, project: Members): ProjectScreen[] =>
  user.is_admin === 1
    ? screensFor('administrator')
    : screensFor(...MEMBERS.filter((role) => project[role].includes(user.user_id)));

/** The screen of an address, also for addresses of its detail screens. */
export const screenAt = (pathname: string): ProjectPath | undefined =>
  BELOW[pathname] ?? SCREENS.find(({ path }) => path === pathname)?.path;
