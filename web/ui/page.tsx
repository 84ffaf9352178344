import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './page.module.css';

interface Props {
  title: string;
  subtitle?: ReactNode;
  /** Links to sibling views. */
  above?: ReactNode;
  /** Buttons for the whole page. */
  actions?: ReactNode;
  /** Forms are easier to read when narrow. */
  width?: number;
  children: ReactNode;
}

/** A screen with its heading, which is also the title of the browser tab. */
export function Page({ title, subtitle, above, actions, width, children }: Props) {
  return (
    <Stack gap="md" className={classes.page ?? ''} {...(width && { maw: width })}>
      <title>{`${title} · DB Migration Utility`}</title>
      {above}
      <Group justify="space-between" align="flex-end">
        <div className={classes.heading ?? ''}>
          <Title order={1} size="h2">
            <bdi>{title}</bdi>
          </Title>
          {subtitle && (
            <Text c="dimmed" component="div">
              {subtitle}
            </Text>
          )}
        </div>
        {actions && <Group className={classes.actions ?? ''}>{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
