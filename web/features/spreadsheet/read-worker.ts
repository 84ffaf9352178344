import { UnknownFile, readTable } from './read-table.ts';

addEventListener('message', ({ data }: MessageEvent<{ file: Blob; name: string }>) => {
  readTable(data.file, data.name).then(
    (sheets) => postMessage({ sheets }),
    (error: unknown) =>
      postMessage({ failure: String(error), unknown: error instanceof UnknownFile }),
  );
});
