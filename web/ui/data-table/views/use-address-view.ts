import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { EMPTY_VIEW, searchOfView, viewOfSearch, type NamedView } from './table-view.ts';

type Search = Record<string, unknown>;
/** The part of the router that is used here; a table may be rendered without a router. */
interface AddressRouter {
  state: { location: { pathname: string; search: Search } };
  navigate: (to: {
    to: string;
    search: (before: Search) => Search;
    replace: boolean;
    resetScroll: boolean;
    ignoreBlocker?: boolean;
  }) => Promise<void>;
  subscribe: (event: 'onResolved', listener: () => void) => () => void;
}

export function useAddressRouter(): AddressRouter | null {
  return useRouter({ warn: false }) as unknown as AddressRouter | null;
}

/** Typing changes the view more often than the address should change. */
const WRITE_AFTER_MS = 250;
const NOTHING: NamedView = { ...EMPTY_VIEW, name: '' };

/**
 * Keeps the view of a table in the address, so that a link shows the same. The table is slightly ahead of the address; going
 * back or following a link changes the table.
 */
export function useAddressView(inAddress: boolean) {
  const found = useAddressRouter();
  const router = inAddress ? found : null;
  const [view, setView] = useState<NamedView>(() =>
    router ? viewOfSearch(router.state.location.search) : NOTHING,
  );
  const latest = useRef(view);
  const writing = useRef<ReturnType<typeof setTimeout> | null>(null);
  /** The path in the browser's address bar. */
  const shown = useRef('');
  useEffect(() => {
    shown.current = window.location.pathname;
  }, []);

  const change = useCallback(
    (part: Partial<NamedView>) => {
      latest.current = { ...latest.current, ...part };
      setView(latest.current);
      if (!router) return;
      if (writing.current) clearTimeout(writing.current);
      const { pathname } = router.state.location;
      const write = () => {
        // During a question whether to leave, the address bar already shows the other page.
        if (window.location.pathname !== shown.current) {
          writing.current = setTimeout(write, WRITE_AFTER_MS);
          return;
        }
        writing.current = null;
        // The user has left the page in the meantime.
        if (router.state.location.pathname !== pathname) return;
        const search = (before: Search) => searchOfView(before, latest.current);
        void router.navigate({
          to: pathname,
          search,
          replace: true,
          resetScroll: false,
          // Updating the address does not leave the page.
          ignoreBlocker: true,
        });
      };
      writing.current = setTimeout(write, WRITE_AFTER_MS);
    },
    [router],
  );

  useEffect(() => {
    if (!router) return;
    const { pathname } = router.state.location;
    return router.subscribe('onResolved', () => {
      if (writing.current || router.state.location.pathname !== pathname) return;
      const named = viewOfSearch(router.state.location.search);
      const same =
        JSON.stringify(searchOfView({}, named)) ===
        JSON.stringify(searchOfView({}, latest.current));
      if (same) return;
      latest.current = named;
      setView(named);
    });
  }, [router]);
  useEffect(
    () => () => {
      if (writing.current) clearTimeout(writing.current);
    },
    [],
  );
  return { view, change };
}
