import { UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import type { Command } from './commands.ts';
import classes from './search.module.css';
import { useTexts } from '../../lib/i18n/index.ts';
import { isMac, useControlKey } from '../../ui/control-key.ts';
import { later } from '../../ui/later.ts';

const load = () => import('./palette.tsx');
const Palette = later(load, 'Palette');

/** Looks like a search field; opens the palette, as Ctrl+K (⌘K) does everywhere. */
export function SearchBox({ commands }: { commands: readonly Command[] }) {
  const t = useTexts('search');
  const [opened, setOpened] = useState(false);
  // Loaded when first opened, and kept mounted for the closing animation.
  const [wanted, setWanted] = useState(false);
  const open = () => {
    setWanted(true);
    setOpened(true);
  };
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <UnstyledButton
        className={classes.box ?? ''}
        aria-label={t('box')}
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={open}
        onPointerEnter={() => void load().catch(() => {})}
      >
        <Icon name="search" size={20} />
        <span className={classes.placeholder}>{t('placeholder')}</span>
        <kbd className={classes.keys}>{useControlKey('K')}</kbd>
      </UnstyledButton>
      {wanted && (
        <Suspense fallback={null}>
          <Palette opened={opened} onClose={() => setOpened(false)} commands={commands} />
        </Suspense>
      )}
    </>
  );
}
