import { Center, Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

const PRODUCT = 'DB Migration Utility';

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
      <title>{`${tab} · ${PRODUCT}`}</title>
      <Paper withBorder shadow="sm" p="xl" radius="md" w="100%" maw={420}>
        <Stack gap="lg">
          <Stack gap="sm" align="center">
            <img src="/icon.svg" alt="" width={48} height={48} />
            <Title order={1} size="h3" ta="center">
              <Whole text={title} name={PRODUCT} />
            </Title>
          </Stack>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}

/** A text whose lines end before or after a name rather than in it, where there is room. */
function Whole({ text, name }: { text: string; name: string }) {
  const at = text.indexOf(name);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <span style={{ display: 'inline-block' }}>{name}</span>
      {text.slice(at + name.length)}
    </>
  );
}
