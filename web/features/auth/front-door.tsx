import { Center, Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** Title of the browser tab. */
  tab?: string;
  children: ReactNode;
}

/** The centred card of the pages before the login. */
export function FrontDoor({ title, tab = title, children }: Props) {
  return (
    <Center component="main" mih="100dvh" p="md">
      <title>{`${tab} · DB Migration Utility`}</title>
      <Paper withBorder shadow="sm" p="xl" radius="md" w="100%" maw={460}>
        <Stack gap="lg">
          <Stack gap="sm" align="center">
            <img src="/icon.svg" alt="" width={48} height={48} />
            <Title order={1} size="h3" ta="center" textWrap="balance">
              {title}
            </Title>
          </Stack>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}
