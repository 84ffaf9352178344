import type { Texts } from '../../../lib/i18n/index.ts';

/** A server as evidence keeps it, `PostgreSQL 15.18 at db.example:5432`, in the selected language. */
export function describeServer(t: Texts<'pair'>, kept: string | null | undefined): string | null {
  const [, server, address] = /^(.+?) at (.+)$/s.exec(kept ?? '') ?? [];
  return server && address ? t('serverAt', { server, address }) : (kept ?? null);
}
