import { Button, FileButton, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { addAttachment } from '../../../../contract/proof/evidence.ts';
import { call } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useSettings } from '../../../lib/session.ts';

/** Uploads files as evidence of a pair, one after the other. @param pairId - null while there is no pair */
export function useAttach(projectId: number, pairId: number | null) {
  const t = useTexts('attach');
  const client = useQueryClient();
  const limit = useSettings()?.attachment_limit ?? Number.POSITIVE_INFINITY;
  const add = useMutation({
    scope: { id: `attach ${pairId}` },
    mutationFn: async ({ file, pair }: { file: File; pair: number }) =>
      call(addAttachment, {
        params: { id: projectId, pair },
        body: { name: file.name, type: file.type, content: await toBase64(file) },
      }),
    onSuccess: (_, { file, pair }) => {
      notifySuccess(t('attached', { name: file.name }));
      void client.invalidateQueries({ queryKey: queryKeys.pair(projectId, pair) });
    },
    onError: notifyError,
  });
  const attach = (files: readonly File[]) => {
    if (pairId === null) return notifyError(t('noPair'));
    for (const file of files) {
      if (file.size === 0) notifyError(t('fileEmpty'));
      else if (file.size > limit * 1_000_000)
        notifyError(t('fileTooLarge', { limit: formatNumber(limit) }));
      else add.mutate({ file, pair: pairId });
    }
  };
  return { attach, isPending: add.isPending };
}

type Files = ReturnType<typeof useAttach>;

/** A button that opens the file dialog. */
export function AttachButton({
  attach,
  isPending,
  label,
  describedBy,
}: Files & { label?: string; describedBy?: string }) {
  const t = useTexts('attach');
  // So that the same file can be chosen again, for example after it could not be kept.
  const reset = useRef<() => void>(null);
  const onChange = (files: File[]) => {
    attach(files);
    reset.current?.();
  };
  return (
    <FileButton multiple onChange={onChange} resetRef={reset}>
      {(props) => (
        <Button {...props} variant="default" loading={isPending} aria-describedby={describedBy}>
          {label ?? t('attach')}
        </Button>
      )}
    </FileButton>
  );
}

/** The button, with what else can be done and what the limit is. */
export function AttachHere(files: Files) {
  const t = useTexts('attach');
  const id = useId();
  const limit = useSettings()?.attachment_limit;
  return (
    <Group gap="sm">
      <AttachButton {...files} label={t('attachScreenshot')} describedBy={id} />
      <Text id={id} size="sm" c="dimmed" flex={1} miw={200}>
        {t('hint')} {limit !== undefined && t('limit', { limit: formatNumber(limit) })}
      </Text>
    </Group>
  );
}

/** The content of a file as base64, which the API expects. */
function toBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('error', () => reject(reader.error ?? new Error()));
    reader.addEventListener('load', () => resolve((reader.result as string).split(',')[1] ?? ''));
    reader.readAsDataURL(file);
  });
}
