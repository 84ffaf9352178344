import { Alert, Modal, Stack, Button, Group, Text } from '@mantine/core';
import {
  useEffect,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useRef,
} from 'react';
import { usePendingQuestion } from '../confirm.tsx';
import { EditButtons, type RowSteps } from './edit-buttons.tsx';
import { EditFields } from './edit-fields.tsx';
import type { EditField, FieldValues } from './fields.ts';
import { EditFrame } from './frames.tsx';
import { useEdit } from './use-edit.ts';
import { useRouter, type RouterHistory } from '@tanstack/react-router';
import { takesFiles } from '../../lib/drop.ts';
import { isSameScreen } from '../../lib/search.ts';
import { useTexts, type Texts } from '../../lib/i18n/index.ts';

export interface EditModalProps {
  title: string;
  fields: readonly EditField[] | ((values: FieldValues) => readonly EditField[]);
  values: FieldValues;
  /** Values that are entered at first, as if the user had. */
  entered?: FieldValues;
  /**
   * Rejects if the server refuses, or resolves to false if the user knows the reason already: then the dialog stays open with the
   * input. Otherwise it closes.
   */
  onSave: (values: FieldValues, changed: ReadonlySet<string>) => Promise<unknown>;
  onClose: () => void;
  /** Called with the current row when the user adopts it after a conflict; the new `values` must follow from it. */
  onTakeOver?: (current: unknown) => void;
  /** The values of the other user's row, to show what they changed. */
  valuesOf?: (current: unknown) => FieldValues;
  /** The row as somebody else has changed it since it was opened. */
  meanwhile?: { current: unknown; by: string | null } | undefined;
  /** Key under which the input survives the end of a session; see `useEdit`. */
  draftKey?: string;
  /** Steps to the previous and next row. */
  steps?: RowSteps;
  /** Rendered below the fields. */
  children?: ReactNode;
  /** Rendered beside the buttons, for actions on the whole row. */
  footer?: ReactNode;
  size?: string;
  /** Opens at the side, so that the list stays visible, and beside the list if there is room. */
  inSidePanel?: boolean;
  /** Receives files that are dropped or pasted. */
  onFiles?: (files: readonly File[]) => void;
  /** Receives a function that leaves the editor, and asks first if there are unsaved changes. */
  leaveRef?: RefObject<((then: () => void) => void) | null>;
  saveLabel?: string;
}

/** Mounted while a row is edited; needs the row's id as its key. */
export function EditModal(props: EditModalProps) {
  const { title, onClose, onTakeOver, meanwhile, steps, children, footer, size = 'lg' } = props;
  const t = useTexts('edit');
  const asked = usePendingQuestion();
  const edit = useEdit(props);
  const { fields, dirty, saving, hasErrors } = edit;
  const [asking, setAsking] = useState<Question | null>(null);
  const [notice, setNotice] = useState(() => describeRestored(edit.broughtBack, props.values, t));
  const leave = (discard: () => void) => (dirty ? setAsking({ discard }) : discard());
  useLeaveGuard(dirty, { ask: setAsking, onLogin: edit.keepTyped });

  useExposedRef(props.leaveRef, leave);

  const told = meanwhile && (meanwhile.by ? t('changedBy', { name: meanwhile.by }) : t('conflict'));
  useEffect(() => {
    // Without unsaved input, the newer row simply replaces the displayed one.
    if (!meanwhile || !told || dirty || saving) return;
    onTakeOver?.(meanwhile.current);
    setNotice(`${told} ${t('shownNow')}`);
  }, [meanwhile, told, dirty, saving, onTakeOver, t]);

  const submit = async (then: () => void) => {
    if (await edit.save()) then();
  };
  const saveAndNext = () => void submit(steps?.next ?? onClose);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: steps?.previous, ArrowDown: steps?.next }[event.key];
    if (event.altKey && step && !asking && !saving) {
      event.preventDefault();
      leave(step);
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !asking && !saving) {
      event.preventDefault();
      saveAndNext();
    }
  };

  const current = edit.current ?? (saving ? undefined : meanwhile?.current);
  const choose = (choice: 'mine over theirs' | 'theirs') => {
    onTakeOver?.(current);
    setNotice('');
    if (choice === 'theirs') edit.discard();
    else edit.forgetFailure();
  };
  const trouble = edit.current !== undefined ? t('conflict') : (edit.failure ?? (dirty && told));

  return (
    <EditFrame
      inSidePanel={props.inSidePanel ?? false}
      size={size}
      title={title}
      onClose={() => leave(onClose)}
      // The dialog cannot be closed while it asks a question or saves.
      isHeld={asking !== null || asked || saving}
      isAsking={asking !== null}
      closeLabel={t('close')}
      onKeyDown={onKeyDown}
      onKeyDownCapture={(event) => edit.setMove(event.key === 'Tab' ? 'tab' : 'other')}
      onPointerDownCapture={() => edit.setMove('other')}
    >
      <form
        noValidate
        {...takesFiles(props.onFiles)}
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          void submit(onClose);
        }}
      >
        <Stack gap="md">
          {notice && !trouble && (
            <Alert color="blue" variant="light" role="status">
              {notice}
            </Alert>
          )}
          {trouble && (
            <Conflict
              theirs={differences(
                fields,
                props.values,
                current === undefined ? undefined : props.valuesOf?.(current),
              )}
              onChoose={current !== undefined && onTakeOver ? choose : undefined}
            >
              {trouble}
            </Conflict>
          )}
          <EditFields edit={edit} />
          {children}
          <EditButtons
            steps={steps}
            footer={footer}
            hasErrors={hasErrors}
            saving={saving}
            saveLabel={props.saveLabel}
            onStep={leave}
            onCancel={() => leave(onClose)}
            onSaveAndNext={saveAndNext}
          />
        </Stack>
      </form>
      <DiscardDialog
        opened={asking !== null}
        onDiscard={() => {
          setAsking(null);
          edit.discard();
          asking?.discard();
        }}
        onKeep={() => {
          setAsking(null);
          asking?.keep?.();
        }}
      />
    </EditFrame>
  );
}

/** The notice about a restored draft. */
function describeRestored(
  before: FieldValues | undefined,
  now: FieldValues,
  t: Texts<'edit'>,
): string {
  if (!before) return '';
  const same = JSON.stringify(before) === JSON.stringify(now);
  return same ? t('broughtBack') : `${t('broughtBack')} ${t('conflict')}`;
}

function differences(
  fields: readonly EditField[],
  mine: FieldValues,
  theirs: FieldValues | undefined,
) {
  if (!theirs) return [];
  return fields.flatMap(({ key, header }) => {
    const value = String(theirs[key] ?? '');
    return value === String(mine[key] ?? '') ? [] : [{ key, header, value }];
  });
}

interface Props {
  opened: boolean;
  onDiscard: () => void;
  onKeep: () => void;
}

/** Asks before unsaved input is discarded. */
function DiscardDialog({ opened, onDiscard, onKeep }: Props) {
  const t = useTexts('edit');
  return (
    <Modal opened={opened} onClose={onKeep} title={t('discardTitle')} size="sm" centered>
      <Text mb="md">{t('discardText')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onKeep}>
          {t('keep')}
        </Button>
        <Button color="red" onClick={onDiscard}>
          {t('discard')}
        </Button>
      </Group>
    </Modal>
  );
}

interface ConflictProps {
  /** Description of the conflict. */
  children: ReactNode;
  /** Fields in which the other user's row differs from the original row. */
  theirs: readonly { key: string; header: string; value: string }[];
  /** Undefined if there is nothing to choose. */
  onChoose: ((choice: 'mine over theirs' | 'theirs') => void) | undefined;
}

/** What prevents saving and, if somebody else has saved first, the choices. */
function Conflict({ children, theirs, onChoose }: ConflictProps) {
  const t = useTexts('edit');
  return (
    <Alert color="red" role="alert">
      <Stack gap="xs" align="flex-start">
        {children}
        {theirs.map(({ key, header, value }) => (
          <Text key={key} size="sm">
            {header}: <b>{value}</b>
          </Text>
        ))}
        {onChoose && (
          <Group gap="xs">
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => onChoose('mine over theirs')}
            >
              {t('takeOver')}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => onChoose('theirs')}>
              {t('takeTheirs')}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

/** The question whether unsaved input may be discarded. */
interface Question {
  discard: () => void;
  keep?: () => void;
}

const LOGIN = '/login';

interface Handlers {
  ask: (question: Question) => void;
  /** Called when the session has ended, so that nothing can be asked. */
  onLogin: () => void;
}

/** Exposes the latest version of a function through a ref. */
function useExposedRef<T>(ref: RefObject<T | null> | undefined, lent: T): void {
  useEffect(() => {
    if (!ref) return;
    ref.current = lent;
    return () => {
      ref.current = null;
    };
  });
}

/** Asks before the page is left with unsaved input: by Back, by a link or by closing the tab. */
function useLeaveGuard(dirty: boolean, handlers: Handlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  // An editor may be rendered without a router.
  const router = useRouter({ warn: false }) as unknown as { history: RouterHistory } | null;
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
  useEffect(() => {
    if (!dirty || !router) return;
    // The blocker is still asked for a while after the page was left, when nobody sees its answer.
    let isLeft = false;
    return router.history.block({
      enableBeforeUnload: false,
      blockerFn: ({ currentLocation, nextLocation }) => {
        const to = nextLocation.pathname;
        if (to === LOGIN) latest.current.onLogin();
        if (isLeft || to === LOGIN || isSameScreen(currentLocation, nextLocation))
          return Promise.resolve(false);
        return new Promise((answer) =>
          latest.current.ask({
            discard: () => {
              isLeft = true;
              answer(false);
            },
            keep: () => answer(true),
          }),
        );
      },
    });
  }, [dirty, router]);
}
