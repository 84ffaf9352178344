import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { listRepairs, type Repairs } from '../../../../contract/proof/definitions.ts';
import { call } from '../../../lib/api.ts';
import { download, fileName } from '../../../lib/export/download.ts';
import { useTexts, type Texts } from '../../../lib/i18n/index.ts';
import { translateMessage } from '../../../lib/i18n/messages.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { asComments, asScript } from '../definitions/script.ts';

/** A one-line SQL comment; line breaks, which a name may contain, would end it. */
const comment = (text: string): string => `-- ${text.replaceAll(/\s+/g, ' ')}`;

type Write = (statements: readonly string[]) => string;

/** Every statement once, below the name of the object that it changes; drops come last, as comments. */
function asFile({ repairs, removals, cut }: Repairs, t: Texts<'proof'>) {
  const seen = new Set<string>();
  const linesOf = (listed: Repairs['repairs'], write: Write) =>
    listed.flatMap(({ name, code, statements, unmended, unmended_said }) => {
      const own = statements.filter((statement) => !seen.has(statement));
      for (const statement of own) seen.add(statement);
      if (own.length === 0) return [];
      return [
        comment(`${name}: ${code}`),
        ...(unmended === null ? [] : [comment(translateMessage(unmended_said, unmended))]),
        write(own),
      ];
    });
  const mending = linesOf(repairs, asScript);
  const count = seen.size;
  const dropping = linesOf(removals, asComments);
  const lines = [
    comment(t('repairsHead')),
    ...(cut ? [comment(t('repairsCut'))] : []),
    '',
    ...mending,
    ...(dropping.length === 0 ? [] : ['', comment(t('removalsHead')), '', ...dropping]),
  ];
  return { text: `${lines.join('\n')}\n`, count, commented: seen.size - count };
}

interface Props {
  projectId: number;
  /** Saves only the statements for findings of this kind. */
  kind?: string;
}

/** Saves the statements that repair definitions to a file, in the order to run them. */
export function SaveRepairs({ projectId, kind }: Props) {
  const t = useTexts('proof');
  const save = useMutation({
    mutationFn: () =>
      call(listRepairs, { params: { id: projectId }, query: kind === undefined ? {} : { kind } }),
    onSuccess(found) {
      const left = found.left > 0 ? ` ${t('repairsLeft', { count: found.left })}` : '';
      const { text, count, commented } = asFile(found, t);
      if (count + commented === 0) return notifySuccess(t('repairsNone') + left);
      download(new Blob([text], { type: 'application/sql' }), fileName(t('repairs'), 'sql'));
      const said = [
        t('repairsSaved', { count }),
        ...(commented > 0 ? [t('removalsCommented', { count: commented })] : []),
      ];
      notifySuccess(`${said.join(' ')}${left}${found.cut ? ` ${t('repairsCut')}` : ''}`);
    },
    onError: notifyError,
  });
  return (
    <Button
      variant={kind === undefined ? 'subtle' : 'default'}
      size={kind === undefined ? 'sm' : 'compact-sm'}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t('repairs')}
    </Button>
  );
}
