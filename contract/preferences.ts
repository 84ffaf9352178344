import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fault } from './messages/message.ts';

/** Maximum length of a preference as JSON text. */
export const MAX_PREFERENCE = 20_000;

/** The setting with the language that a user last saw, chosen or the browser's. */
export const SEEN_LANGUAGE = 'language.seen';

const key = z.string().regex(/^[a-z][a-z0-9.-]{0,79}$/, {
  error: fault('field.notSetting', { example: 'table.objects' }),
});

/**
 * The settings of a user: `display` ({scheme, direction, density, language}), `table.{id}` (order, widths, hidden columns),
 * `views.{id}` (saved views). Only the screens know their shapes.
 */
export const listPreferences = endpoint({
  method: 'GET',
  path: '/api/preferences',
  summary: "The user's own settings, by key",
  access: { who: 'user' },
  response: z.record(z.string(), z.unknown()),
});

export const savePreference = endpoint({
  method: 'PUT',
  path: '/api/preferences/{key}',
  summary: 'Save one of the own settings; null removes it',
  access: { who: 'user' },
  params: z.object({ key }),
  body: z.object({
    value: z.unknown().refine((value) => JSON.stringify(value ?? null).length <= MAX_PREFERENCE, {
      error: fault('field.tooLarge'),
    }),
  }),
  response: z.undefined(),
  status: 204,
});
