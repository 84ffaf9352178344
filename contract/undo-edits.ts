import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { list } from './list.ts';
import { fault, message } from './messages/message.ts';
import { MAX_BULK_EDIT, refusedObjects, rowVersion } from './objects.ts';

export const undoEdits = endpoint({
  method: 'POST',
  path: '/api/objects/edit/undo',
  summary:
    'Take back the last edit of several objects, within 15 minutes and where nobody has changed them since',
  access: { who: 'user' },
  body: z.object({
    changed: list(rowVersion, MAX_BULK_EDIT, {
      error: fault('field.notList', { things: message('thing.rows') }),
      items: message('thing.rows'),
    }),
  }),
  response: z.object({ restored: z.int(), refused: refusedObjects }),
  // Two values for each row are more than a body that is no list may have.
  bulk: true,
});
