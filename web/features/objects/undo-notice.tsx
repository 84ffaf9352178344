import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTexts } from '../../lib/i18n/index.ts';
import { notifySuccess } from '../../lib/notify.ts';

interface Props {
  text: string;
  onUndo: () => void;
}

/** A notice of a change, with the button that takes it back. */
function UndoNotice({ text, onUndo }: Props) {
  const t = useTexts('objects');
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <span>{text}</span>
      <Button size="compact-sm" variant="default" flex="none" onClick={onUndo}>
        {t('undo')}
      </Button>
    </Group>
  );
}

/** Announces a change; the notice disappears when its Undo is pressed. @param id - names the change */
export function notifyUndoable(text: string, id: string, undo: () => unknown): void {
  const onUndo = () => {
    notifications.hide(id);
    undo();
  };
  notifySuccess(<UndoNotice text={text} onUndo={onUndo} />, id);
}
