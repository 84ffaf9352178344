import { Anchor, Text, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMe } from '../../lib/session.ts';
import { useTexts } from '../../lib/i18n/index.ts';

/** Follows the message of a failed connection: a link to where it is corrected, or who can correct it. */
export function ConnectionLink({ projectId }: { projectId: number }) {
  const t = useTexts('connection');
  if (useMe().is_admin !== 1) return <Text size="sm">{t('connectionOfAdministrator')}</Text>;
  return (
    <Anchor
      component={Link}
      to="/dbconnect"
      search={{ project: projectId, edit: 1 } as never}
      size="sm"
      underline="always"
    >
      {t('connectionCheck')}
    </Anchor>
  );
}

/** Shown where nothing is imported: a link to the databases, or who may read them. */
export function ReadFirst({ projectId }: { projectId: number }) {
  const t = useTexts('project-words');
  if (useMe().is_admin !== 1) return <Text c="dimmed">{t('readByAdministrator')}</Text>;
  return (
    <Button component={Link} to="/dbconnect" search={{ project: projectId } as never}>
      {t('readDatabases')}
    </Button>
  );
}
