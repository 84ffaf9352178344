import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { type BodyProps, type DrawnProps, SkeletonRow, drawnRow } from './row.tsx';
import { useTexts } from '../../../lib/i18n/index.ts';
import { later } from '../../later.ts';

/** Up to this number, all rows are rendered, so that the browser can search, print and measure them. */
const ALL_AT_ONCE = 60;

/** Maximum number of printed rows; more belong into a spreadsheet. */
const MAX_PRINTED = 1_000;

// Short tables, such as the first screen's, never need it.
const loadVirtualBody = () => import('./virtual-body.tsx');
const VirtualBody = later(loadVirtualBody, 'VirtualBody') as <R>(props: DrawnProps<R>) => ReactNode;
/** For tables that are likely to be long: loads it along with their rows. */
export const preloadVirtualBody = (): void => void loadVirtualBody().catch(() => {});

export function Body<R>(body: BodyProps<R>) {
  const props = { ...body, t: useTexts('table') };
  const isPrinting = usePrinting();
  if (body.source.state === 'loading') return <LoadingBody width={body.width} />;
  if (body.source.count <= ALL_AT_ONCE)
    return (
      <tbody>
        {Array.from({ length: props.source.count }, (_, index) => drawnRow(props, index))}
      </tbody>
    );
  if (isPrinting) return <PrintedBody {...props} />;
  return (
    <Suspense fallback={<LoadingBody width={body.width} />}>
      <VirtualBody {...props} />
    </Suspense>
  );
}

function LoadingBody({ width }: { width: number }) {
  return (
    <tbody>
      {Array.from({ length: 6 }, (_, index) => (
        <SkeletonRow key={index} columns={width} />
      ))}
    </tbody>
  );
}

/** Whether the page is being printed: then all rows must be rendered. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser prints what is rendered when this event handler returns.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

/** All loaded rows, and the number of rows that are not loaded. */
function PrintedBody<R>(props: DrawnProps<R>) {
  const { source, width, t } = props;
  const indexes = Array.from({ length: Math.min(source.count, MAX_PRINTED) }, (_, index) => index);
  const loaded = indexes.filter((index) => source.at(index) !== undefined);
  const left = source.count - loaded.length;
  return (
    <tbody>
      {loaded.map((index) => drawnRow(props, index))}
      {left > 0 && (
        <tr>
          <td colSpan={width}>{t('notPrinted', { count: left })}</td>
        </tr>
      )}
    </tbody>
  );
}
