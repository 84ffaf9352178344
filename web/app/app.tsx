import { DirectionProvider, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider, QueryCache, QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { I18nextProvider } from 'react-i18next';
import { me } from '../../contract/auth.ts';
import { NOTIFICATION_MS } from '../../contract/texts.ts';
import { onSessionExpired, ApiError } from '../lib/api.ts';
import { currentDisplay } from '../lib/display.ts';
import { i18n } from '../lib/i18n/index.ts';
import { queryKeys } from '../lib/query-keys.ts';
import { cssVariables, theme } from '../ui/theme.ts';
import { colorSchemes } from './display.tsx';
import { leaveToLogin } from './guard.ts';
import { createAppRouter } from './router.tsx';

/** Whether to retry: refusals by the server are final; calls that did not reach it are retried once. */
function worthRetrying(failures: number, error: Error): boolean {
  const status = error instanceof ApiError ? error.status : 0;
  return failures < 1 && (status === 0 || status === 503);
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => console.error('Not loaded:', query.queryKey.join('/'), error),
    }),
    defaultOptions: {
      queries: { retry: worthRetrying, staleTime: 10_000, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });
}

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);

onSessionExpired((endpoint) => {
  // The route guards call `me` themselves and handle a 401.
  if (endpoint === me) return;
  queryClient.removeQueries({ queryKey: queryKeys.me, type: 'inactive' });
  leaveToLogin(router);
});

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
const styleNonce = () => nonce;
// The library that locks scrolling behind dialogs injects a style element and reads its nonce here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

export function App() {
  return (
    <I18nextProvider i18n={i18n}>
      <DirectionProvider initialDirection={currentDisplay().direction} detectDirection={false}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          defaultColorScheme="auto"
          colorSchemeManager={colorSchemes}
          getStyleNonce={styleNonce}
        >
          <QueryClientProvider client={queryClient}>
            <Notifications
              position="top-center"
              autoClose={NOTIFICATION_MS}
              pauseResetOnHover="all"
            />
            <RouterProvider router={router} />
          </QueryClientProvider>
        </MantineProvider>
      </DirectionProvider>
    </I18nextProvider>
  );
}
