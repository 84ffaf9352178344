import type { WebhookEvent, WebhookFormat } from '../../../contract/webhooks.ts';

/** The content of a webhook call: names and statuses, but nothing that people wrote or databases hold. */
export interface Payload {
  event: WebhookEvent | 'test';
  at: string;
  project: { id: number; name: string };
  /** Names of those who did it. */
  by: string[];
  count: number;
  /** At most 100 objects. */
  objects: {
    id: number;
    side: string;
    schema_name: string;
    object_name: string;
    status: { from: string; to: string } | null;
  }[];
  run: { id: number; state: string; done: number; total: number } | null;
}

const MAX_NAMED = 10;

/** A sentence for a chat, in English because a chat has a single language. */
function sentenceOf({ event, by, count, objects, run }: Payload): string {
  const who = by.length > 0 ? ` by ${by.join(', ')}` : '';
  const things = count === 1 ? '1 object' : `${count} objects`;
  const names = objects
    .slice(0, MAX_NAMED)
    .map(({ schema_name, object_name, status }) =>
      [`${schema_name}.${object_name}`, status && `(${status.from} → ${status.to})`]
        .filter(Boolean)
        .join(' '),
    )
    .join(', ');
  const rest = names && `: ${names}${count > MAX_NAMED ? ' …' : ''}`;
  switch (event) {
    case 'objects.imported':
      return `An inventory was imported${who}.`;
    case 'objects.assigned':
      return `${things} assigned${who}${rest}`;
    case 'objects.status':
      return `${things} changed status${who}${rest}`;
    case 'objects.changed':
      return `${things} changed in the database${rest}`;
    case 'objects.commented':
      return `New comments on ${things}${who}${rest}`;
    case 'run.finished':
      return `Run ${run?.id} ${run?.state}: ${run?.done} of ${run?.total} pairs.`;
    case 'project.updated':
      return `The project was changed${who}.`;
    case 'test':
      return 'This is a test. Calls from this server arrive here.';
  }
}

/** Without line breaks and signs of direction, by which a name could pass for another message. */
const plain = (text: string): string =>
  text.replaceAll(/\p{Bidi_Control}/gu, '').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');

/** The payload in the receiver's format. */
export function formatPayload(form: WebhookFormat, payload: Payload): object {
  if (form === 'json') return payload;
  const [title, sentence] = [plain(payload.project.name), plain(sentenceOf(payload))];
  if (form === 'slack') {
    const escape = (text: string) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return { text: `*${escape(title)}* ${escape(sentence)}` };
  }
  // A TextBlock would read Markdown, and thus links, in the names of a database.
  const line = (text: string, more: object = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...more }],
  });
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          version: '1.4',
          body: [line(title, { weight: 'Bolder' }), line(sentence)],
        },
      },
    ],
  };
}
