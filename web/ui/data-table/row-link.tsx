import { useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';

/** The router, where there is one; without it a link is followed by the browser. */
interface Navigator {
  history: { push: (href: string) => void };
}

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

/** A native link that the router follows. In a cell, Enter on the cell follows it. */
export function RowLink({ href, children, ...rest }: Props) {
  const router = useRouter({ warn: false }) as Navigator | null;
  const follow = (event: MouseEvent) => {
    // A new tab or window stays the browser's business.
    const plain =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!router || !plain) return;
    event.preventDefault();
    router.history.push(href);
  };
  return (
    <a tabIndex={-1} {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}
