import { Drawer } from '@mantine/core';
import { useAppTexts } from '../texts.ts';
import classes from './layout.module.css';
import { Sidebar } from './sidebar.tsx';

interface Props {
  opened: boolean;
  onClose: () => void;
  size: number;
}

/** The sidebar where there is no room beside the page. */
export function NavigationDrawer({ opened, onClose, size }: Props) {
  const t = useAppTexts();
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
