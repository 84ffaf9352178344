import { Button, Group, Loader } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { errorText } from '../lib/api.ts';
import { useTexts } from '../lib/i18n/index.ts';
import { notify } from '../lib/notify.ts';

interface Props {
  text: string;
  busy?: boolean;
  /** Why the last Undo failed. */
  failure?: string;
  onUndo: () => void;
}

/** A notice of a change, with the button that takes it back. */
function UndoNotice({ text, busy = false, failure, onUndo }: Props) {
  const t = useTexts('notify');
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <span>
        {text}
        {failure !== undefined && (
          <>
            <br />
            {t('undoFailed', { reason: failure })}
          </>
        )}
      </span>
      {/* Disabled, it would lose the focus, which it gives back at the end. */}
      <Button
        size="compact-sm"
        variant="default"
        flex="none"
        aria-disabled={busy}
        leftSection={busy && <Loader size="xs" />}
        onClick={onUndo}
      >
        {t(failure === undefined ? 'undo' : 'undoAgain')}
      </Button>
    </Group>
  );
}

/** Announces a change with Undo; the notice stays until that has succeeded. @param id - names the change */
export function notifyUndoable(text: string, id: string, undo: () => Promise<unknown>): void {
  const attempt = async () => {
    notify('success', <UndoNotice text={text} busy onUndo={() => {}} />, { id, stays: true });
    try {
      await undo();
      notifications.hide(id);
    } catch (error) {
      const failed = <UndoNotice text={text} failure={errorText(error)} onUndo={onUndo} />;
      notify('error', failed, { id, stays: true });
    }
  };
  const onUndo = () => void attempt();
  notify('success', <UndoNotice text={text} onUndo={onUndo} />, { id });
}
