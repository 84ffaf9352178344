import { AppShell, Button, Group, Anchor, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Outlet, useMatches, useRouter, Link } from '@tanstack/react-router';
import { Suspense, useEffect, useState, useRef } from 'react';
import { keepSeenLanguage } from '../../lib/display.ts';
import { useLive } from '../../lib/live.ts';
import { useNewVersion } from '../../lib/new-version.ts';
import { connectPreferences, disconnectPreferences } from '../../lib/preferences.ts';
import { useMe, useSettings } from '../../lib/session.ts';
import { Confirmations } from '../../ui/confirm.tsx';
import { leaveToLogin } from '../guard.ts';
import { Header } from './header.tsx';
import classes from './layout.module.css';
import { Sidebar } from './sidebar.tsx';
import { onSessionElsewhere } from '../../lib/selection.ts';
import { useQueryClient } from '@tanstack/react-query';
import { askAgain, useReachable } from '../../lib/reachability.ts';
import { Icon } from '../../ui/icons.tsx';
import { useTexts } from '../../lib/i18n/index.ts';
import { later } from '../../ui/later.ts';

// Dialogs and notices are loaded when they are first shown.
const DisplaySettings = later(
  () => import('../../features/display/display-settings.tsx'),
  'DisplaySettings',
);
const PasswordNotice = later(
  () => import('../../features/auth/password-notice.tsx'),
  'PasswordNotice',
);
const NavigationDrawer = later(() => import('./navigation-drawer.tsx'), 'NavigationDrawer');

export const SIDEBAR_WIDTH = 260;
/** From this width (in pixels) the sidebar stands beside the page; below it, it is a drawer. */
const DESKTOP = 960;

export function AppLayout() {
  const t = useTexts('app');
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [settings, setSettings] = useState<'never' | 'open' | 'closed'>('never');
  const desktop = useMediaQuery(`(min-width: ${DESKTOP}px)`);
  const fullHeight = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.fullHeight),
  });
  useEffect(() => {
    if (desktop) setDrawerOpen(false);
  }, [desktop]);
  useLive();
  const { user_id, password_set_by_admin } = useMe();
  usePreferencesOf(user_id);
  useOtherTabs(user_id);
  return (
    <>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: SIDEBAR_WIDTH, breakpoint: DESKTOP, collapsed: { mobile: true } }}
      >
        <a className={classes.skip} href="#content">
          {t('skip')}
        </a>
        <AppShell.Header>
          <Header
            drawerOpen={drawerOpen}
            onDrawer={() => setDrawerOpen(true)}
            onDisplay={() => setSettings('open')}
          />
        </AppShell.Header>
        <AppShell.Navbar component="div" className={classes.beside ?? ''}>
          <Sidebar />
        </AppShell.Navbar>
        {desktop === false && (
          <Suspense fallback={null}>
            <NavigationDrawer
              opened={drawerOpen}
              onClose={() => setDrawerOpen(false)}
              size={SIDEBAR_WIDTH}
            />
          </Suspense>
        )}
        <AppShell.Main className={classes.main ?? ''} data-full-height={fullHeight || undefined}>
          <NewVersionBanner />
          <OfflineBanner />
          <div className={classes.content} id="content" tabIndex={-1}>
            {password_set_by_admin === 1 && (
              <Suspense fallback={null}>
                <PasswordNotice />
              </Suspense>
            )}
            <Outlet />
          </div>
          {!fullHeight && <Footer />}
        </AppShell.Main>
        {settings !== 'never' && (
          <Suspense fallback={null}>
            <DisplaySettings opened={settings === 'open'} onClose={() => setSettings('closed')} />
          </Suspense>
        )}
      </AppShell>
      <Confirmations />
    </>
  );
}

/** Loads the settings that the user made in other browsers. */
function usePreferencesOf(userId: number): void {
  useEffect(() => {
    const leaving = new AbortController();
    connectPreferences(leaving.signal)
      .then(() => leaving.signal.aborted || keepSeenLanguage())
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) console.error('Settings not loaded:', error);
      });
    return () => {
      leaving.abort();
      disconnectPreferences();
    };
  }, [userId]);
}

/** Follows a logout in another tab, and reloads when somebody else has logged in there. */
function useOtherTabs(userId: number): void {
  const router = useRouter();
  useEffect(
    () =>
      onSessionElsewhere((next) => {
        if (next === null) {
          leaveToLogin(router, true);
        } else if (next !== userId) {
          // All cached data belongs to another user.
          window.location.reload();
        }
      }),
    [router, userId],
  );
}

/** Says that the server was upgraded; the browser asks before what was typed would be lost. */
function NewVersionBanner() {
  const t = useTexts('app');
  const isThere = useNewVersion();
  return (
    <div role="status">
      {isThere && (
        <Group className={classes.offline ?? ''} gap="sm">
          <span>{t('newVersionSince')}</span>
          <Button size="compact-sm" onClick={() => window.location.reload()}>
            {t('loadNew')}
          </Button>
        </Group>
      )}
    </div>
  );
}

/** Shown while the server cannot be reached; the screen is refetched once it answers again. */
function OfflineBanner() {
  const t = useTexts('app');
  const client = useQueryClient();
  const reachable = useReachable();
  const before = useRef(reachable);
  useEffect(() => {
    if (reachable && !before.current) void client.invalidateQueries();
    before.current = reachable;
  }, [reachable, client]);
  return (
    <div role="status">
      {!reachable && (
        <Group className={classes.offline ?? ''} gap="sm">
          <Icon name="offline" />
          <span>{t('offline')}</span>
          <Button size="compact-sm" variant="default" onClick={askAgain}>
            {t('tryNow')}
          </Button>
        </Group>
      )}
    </div>
  );
}

/** The links Support and Attendance are shown only if the operator has configured their addresses. */
function Footer() {
  const t = useTexts('app');
  const settings = useSettings();
  const outside = [
    { label: t('support'), href: settings?.support_url },
    { label: t('attendance'), href: settings?.attendance_url },
  ];
  return (
    <footer className={classes.footer}>
      <Group component="nav" gap="lg" aria-label={t('footer')} {...({} as object)}>
        <Anchor component={Link} to="/admin/homepage" size="sm">
          {t('home')}
        </Anchor>
        {outside.map(
          ({ label, href }) =>
            href && (
              <Anchor key={label} href={href} size="sm" rel="noopener">
                {label}
              </Anchor>
            ),
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {t('copyright', { year: new Date().getFullYear() })}
      </Text>
    </footer>
  );
}
