import { useDirection } from '@mantine/core';
import { useEffect } from 'react';
import { DashboardPage } from '../../features/dashboard/dashboard-page.tsx';

/** The dashboard right to left; leaving it turns the page back. */
export function RightToLeftRoute() {
  const { setDirection } = useDirection();
  useEffect(() => {
    setDirection('rtl');
    return () => setDirection('ltr');
  }, [setDirection]);
  return <DashboardPage />;
}
