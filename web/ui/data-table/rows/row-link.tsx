import { useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';

/** The router, if there is one; without it, the browser follows the link. */
interface Navigator {
  history: { push: (href: string) => void };
}

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string;
  /** Opens its row in place, as a click beside it does; the address is for a tab of its own. */
  opens?: boolean;
};

/** A native link that navigates with the router. Enter on its cell follows it. */
export function RowLink({ href, opens = false, children, ...rest }: Props) {
  const router = useRouter({ warn: false }) as Navigator | null;
  const follow = (event: MouseEvent) => {
    // Opening a new tab or window is left to the browser.
    const plain =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!router || !plain) return;
    event.preventDefault();
    if (!opens) router.history.push(href);
  };
  return (
    <a tabIndex={-1} {...rest} href={href} onClick={follow} {...(opens && { 'data-opens': true })}>
      {children}
    </a>
  );
}
