import { AppShell, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { PasswordNotice } from '../../features/auth/password-notice.tsx';
import { useAppTexts } from '../texts.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import classes from './layout.module.css';
import { Sidebar } from './sidebar.tsx';

export const SIDEBAR_WIDTH = 260;
/** From here on the sidebar stands beside the page; below it is a drawer. */
const DESKTOP = 960;

export function AppLayout() {
  const t = useAppTexts();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const desktop = useMediaQuery(`(min-width: ${DESKTOP}px)`);
  useEffect(() => {
    if (desktop) setDrawerOpen(false);
  }, [desktop]);
  const close = () => setDrawerOpen(false);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: SIDEBAR_WIDTH, breakpoint: DESKTOP, collapsed: { mobile: true } }}
    >
      <a className={classes.skip} href="#content">
        {t('skip')}
      </a>
      <AppShell.Header>
        <Header drawerOpen={drawerOpen} onDrawer={() => setDrawerOpen(true)} />
      </AppShell.Header>
      <AppShell.Navbar component="div">
        <Sidebar />
      </AppShell.Navbar>
      <Drawer
        opened={drawerOpen}
        onClose={close}
        size={SIDEBAR_WIDTH}
        padding={0}
        closeButtonProps={{ 'aria-label': t('closeNavigation'), m: 'sm' }}
      >
        <Sidebar onNavigate={close} />
      </Drawer>
      <AppShell.Main className={classes.main ?? ''}>
        <div className={classes.content} id="content" tabIndex={-1}>
          <PasswordNotice />
          <Outlet />
        </div>
        <Footer />
      </AppShell.Main>
    </AppShell>
  );
}
