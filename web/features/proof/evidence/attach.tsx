import { Button, FileButton } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
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

/** A button that opens the file dialog. */
export function AttachButton({ attach, isPending }: ReturnType<typeof useAttach>) {
  const t = useTexts('attach');
  return (
    <FileButton onChange={(file) => file && attach([file])}>
      {(props) => (
        <Button {...props} variant="default" loading={isPending}>
          {t('attach')}
        </Button>
      )}
    </FileButton>
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
