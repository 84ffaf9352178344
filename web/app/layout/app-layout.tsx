import { AppShell } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Outlet, useMatches } from '@tanstack/react-router';
import { Suspense, lazy, useEffect, useState } from 'react';
import { PasswordNotice } from '../../features/auth/password-notice.tsx';
import { useLive } from '../../lib/live.ts';
import { connectPreferences, disconnectPreferences } from '../../lib/preferences.ts';
import { useMe } from '../../lib/session.ts';
import { Confirmations } from '../../ui/confirm.tsx';
import { useAppTexts } from '../texts.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import classes from './layout.module.css';
import { OfflineBanner } from './offline-banner.tsx';
import { Sidebar } from './sidebar.tsx';
import { useOtherTabs } from './use-other-tabs.ts';

// Dialogs are loaded when they are asked for.
const DisplaySettings = lazy(() =>
  import('../../features/display/display-settings.tsx').then((module) => ({
    default: module.DisplaySettings,
  })),
);
const NavigationDrawer = lazy(() =>
  import('./navigation-drawer.tsx').then((module) => ({ default: module.NavigationDrawer })),
);

export const SIDEBAR_WIDTH = 260;
/** From here on the sidebar stands beside the page; below it is a drawer. */
const DESKTOP = 960;

export function AppLayout() {
  const t = useAppTexts();
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
  const { user_id } = useMe();
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
          <OfflineBanner />
          <div className={classes.content} id="content" tabIndex={-1}>
            <PasswordNotice />
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

/** What the user has set in other browsers holds here, too. */
function usePreferencesOf(userId: number): void {
  useEffect(() => {
    const leaving = new AbortController();
    connectPreferences(leaving.signal).catch((error: unknown) => {
      if (!leaving.signal.aborted) console.error('Settings not loaded:', error);
    });
    return () => {
      leaving.abort();
      disconnectPreferences();
    };
  }, [userId]);
}
