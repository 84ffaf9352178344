import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSettings } from '../../lib/session.ts';
import { useAppTexts } from '../texts.ts';
import classes from './layout.module.css';

/** Support and Attendance are there when the operator has set their addresses. */
export function Footer() {
  const t = useAppTexts();
  const settings = useSettings();
  const outside = [
    { label: t('support'), href: settings?.support_url },
    { label: t('attendance'), href: settings?.attendance_url },
  ];
  return (
    <footer className={classes.footer}>
      <Group component="nav" gap="lg" aria-label={t('footer')} {...({} as object)}>
        <Anchor component={Link} to="/admin/homepage" size="sm">
          {t('home')}
        </Anchor>
        {outside.map(
          ({ label, href }) =>
            href && (
              <Anchor key={label} href={href} size="sm" rel="noopener">
                {label}
              </Anchor>
            ),
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {t('copyright', { year: new Date().getFullYear() })}
      </Text>
    </footer>
  );
}
