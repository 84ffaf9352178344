import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { listRepairs, type Repairs } from '../../../../contract/proof/definitions.ts';
import { call } from '../../../lib/api.ts';
import { download, fileName } from '../../../lib/export/download.ts';
import { useTexts, type Texts } from '../../../lib/i18n/index.ts';
import { sayMessage } from '../../../lib/i18n/messages.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';

/** A name may have anything in it, and a comment ends with its line. */
const comment = (text: string): string => `-- ${text.replaceAll(/\s+/g, ' ')}`;

/** Each statement once, below the name of what it changes. */
function asFile({ repairs, cut }: Repairs, t: Texts<'proof'>): { text: string; count: number } {
  const seen = new Set<string>();
  const lines = [`-- ${t('repairsHead')}`, ...(cut ? [`-- ${t('repairsCut')}`] : []), ''];
  for (const { name, code, statements, unmended, unmended_said } of repairs) {
    const own = statements.filter((statement) => !seen.has(statement));
    for (const statement of own) seen.add(statement);
    if (own.length > 0) lines.push(comment(`${name}: ${code}`));
    if (unmended !== null) lines.push(comment(sayMessage(unmended_said, unmended)));
    lines.push(...own.map((statement) => `${statement};`));
  }
  return { text: `${lines.join('\n')}\n`, count: seen.size };
}

/** Saves the statements that mend what differs in definitions, in the order to run them. */
export function SaveRepairs({ projectId }: { projectId: number }) {
  const t = useTexts('proof');
  const save = useMutation({
    mutationFn: () => call(listRepairs, { params: { id: projectId } }),
    onSuccess(found) {
      const left = found.left > 0 ? ` ${t('repairsLeft', { count: found.left })}` : '';
      const { text, count } = asFile(found, t);
      if (count === 0) return notifySuccess(t('repairsNone') + left);
      download(new Blob([text], { type: 'application/sql' }), fileName(t('repairs'), 'sql'));
      notifySuccess(
        `${t('repairsSaved', { count })}${left}${found.cut ? ` ${t('repairsCut')}` : ''}`,
      );
    },
    onError: notifyError,
  });
  return (
    <Button variant="subtle" loading={save.isPending} onClick={() => save.mutate()}>
      {t('repairs')}
    </Button>
  );
}
