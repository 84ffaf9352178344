import { useEffect, useLayoutEffect, useMemo } from 'react';
import { preloadVirtualBody } from './rows/body.tsx';
import type { ClientProps, DataTableProps, WindowedProps } from './props.ts';
import { TableFrame } from './table-frame.tsx';
import { useAddressView } from './views/use-address-view.ts';
import { useClientRows } from './rows/use-client-rows.ts';
import { useWindowedRows } from './rows/use-windowed-rows.ts';

export function DataTable<R extends object>(props: DataTableProps<R>) {
  return props.list ? <WindowedTable {...props} /> : <ClientTable {...props} />;
}

function ClientTable<R extends object>(props: ClientProps<R>) {
  const { columns, rows, rowId, state, onRetry, error } = props;
  const address = useAddressView(props.inAddress ?? false);
  const source = useClientRows({ columns, rows, rowId, state, onRetry, error, view: address.view });
  return <TableFrame {...props} source={source} address={address} />;
}

function WindowedTable<R extends object>(props: WindowedProps<R>) {
  // Lists on the server are long.
  useEffect(preloadVirtualBody, []);
  const address = useAddressView(props.inAddress ?? false);
  const { columns, list, sourceRef, quick } = props;
  // The server refuses to sort by what an old link may name; a filter is not dropped, which would show more than was asked for.
  const view = useMemo(() => {
    const sortable = columns.filter((one) => one.sortable !== false);
    const known = new Set(sortable.map(({ key, field }) => field ?? key));
    return { ...address.view, sort: address.view.sort.filter(({ id }) => known.has(id)) };
  }, [columns, address.view]);
  const source = useWindowedRows({ list, view });
  useLayoutEffect(() => {
    if (sourceRef) sourceRef.current = source;
  }, [sourceRef, source]);
  return (
    <>
      {quick?.render(address.view, address.change, source.state === 'ready' && !source.waiting)}
      <TableFrame {...props} source={source} address={address} />
    </>
  );
}
