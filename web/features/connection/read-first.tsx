import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../lib/i18n/index.ts';
import { useMe } from '../../lib/session.ts';

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
