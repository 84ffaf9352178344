import { CloseButton, Drawer, Group, Modal, Paper, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { answeredEscapes } from '../theme.ts';
import classes from './edit-modal.module.css';

/** From this width on, a list and its editor fit side by side. */
const WIDE_SCREEN = '(min-width: 1280px)';

/** The container of an editor. */
interface FrameProps {
  inSidePanel: boolean;
  title: string;
  size: string;
  /** The editor cannot be closed, because it asks a question or saves. */
  isHeld: boolean;
  /** The editor asks a question. */
  isAsking: boolean;
  closeLabel: string;
  onClose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onKeyDownCapture: (event: KeyboardEvent) => void;
  onPointerDownCapture: () => void;
  children: ReactNode;
}

/** Beside the list if requested and there is room, otherwise a modal dialog. */
export function EditFrame(props: FrameProps) {
  const isWide = useMediaQuery(WIDE_SCREEN, false, { getInitialValueInEffect: false });
  const Frame = props.inSidePanel && isWide ? SidePanel : ModalFrame;
  return <Frame {...props} />;
}

function ModalFrame({ inSidePanel, isHeld, isAsking, closeLabel, children, ...props }: FrameProps) {
  const common = {
    ...props,
    opened: true,
    closeOnEscape: !isHeld,
    closeOnClickOutside: !isHeld,
    trapFocus: !isAsking,
    closeButtonProps: { 'aria-label': closeLabel },
  };
  return inSidePanel ? (
    <Drawer {...common} position="right" overlayProps={{ backgroundOpacity: 0.2 }}>
      {children}
    </Drawer>
  ) : (
    <Modal {...common}>{children}</Modal>
  );
}

/** An editor beside the list, which remains usable. Escape closes it only while the focus is inside. */
function SidePanel({ title, isHeld, closeLabel, onClose, onKeyDown, ...props }: FrameProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const fields = 'input:not([readonly]), select, textarea:not([readonly])';
    panel.current?.querySelector<HTMLElement>(fields)?.focus({ preventScroll: true });
  }, []);
  return (
    <Paper
      ref={panel}
      role="dialog"
      aria-label={title}
      className={classes.panel}
      data-side-panel
      onKeyDownCapture={props.onKeyDownCapture}
      onPointerDownCapture={props.onPointerDownCapture}
      onKeyDown={(event) => {
        onKeyDown(event);
        const { target, key, nativeEvent } = event;
        // A dialog above the panel is inside it in React's tree only.
        const isOwn = target instanceof HTMLElement && event.currentTarget.contains(target);
        if (key !== 'Escape' || isHeld || !isOwn || answeredEscapes.has(nativeEvent)) return;
        if (target.dataset['mantineStopPropagation'] !== 'true') onClose();
      }}
    >
      <Group justify="space-between" wrap="nowrap" className={classes.panelHead ?? ''}>
        <Title order={2} size="h4">
          {title}
        </Title>
        <CloseButton aria-label={closeLabel} onClick={onClose} />
      </Group>
      <div className={classes.panelBody}>{props.children}</div>
    </Paper>
  );
}
