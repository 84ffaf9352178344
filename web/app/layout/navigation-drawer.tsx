import { Drawer } from '@mantine/core';
import classes from './layout.module.css';
import { Sidebar } from './sidebar.tsx';
import { useTexts } from '../../lib/i18n/index.ts';

interface Props {
  opened: boolean;
  onClose: () => void;
  size: number;
}

/** The sidebar as a drawer, for windows that have no room for it beside the page. */
export function NavigationDrawer({ opened, onClose, size }: Props) {
  const t = useTexts('app');
  return (
    <Drawer.Root opened={opened} onClose={onClose} size={size} padding={0}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('navigation')}>
        <Drawer.CloseButton
          className={classes.closeDrawer ?? ''}
          aria-label={t('closeNavigation')}
        />
        <Sidebar onNavigate={onClose} />
      </Drawer.Content>
    </Drawer.Root>
  );
}
