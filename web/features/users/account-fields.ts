import { MIN_PASSWORD } from '../../../contract/auth.ts';
import { PASSWORD_MASK } from '../../../contract/fields.ts';
import type { Translate } from '../../lib/i18n/index.ts';
import type { EditField } from '../../ui/edit-modal/index.ts';
import type { UserTexts } from './texts.ts';

/** The columns of the user table that can be set. */
export function accountFields(
  t: Translate<UserTexts>,
  { help, required = false }: { help: string; required?: boolean },
): EditField[] {
  const tooShort = (value: unknown) =>
    value !== PASSWORD_MASK && String(value).length < MIN_PASSWORD
      ? t('passwordTooShort', { field: t('password'), count: MIN_PASSWORD })
      : undefined;
  return [
    { key: 'username', header: t('username'), type: 'text', required },
    { key: 'password', header: t('password'), type: 'password', required, help, check: tooShort },
    {
      key: 'is_active',
      header: t('is_active'),
      type: 'select',
      options: [
        { value: '0', label: t('inactive') },
        { value: '1', label: t('active') },
      ],
    },
  ];
}
