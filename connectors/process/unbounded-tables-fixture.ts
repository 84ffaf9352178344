import type { DataReader, Reading } from '../core/data.ts';
import type { DefinitionReader } from '../core/definitions.ts';
import { connectHere } from '../registry.ts';
import { serveProcess } from './serve.ts';

/** Tables of the tests' proof world: the rows of the one and the definition of the other take all memory there is. */
const UNBOUNDED_ROWS = 'bulk_3';
const UNBOUNDED_DEFINITION = 'bulk_5';

function takeAll(): never {
  const held: Buffer[] = [];
  for (;;) held.push(Buffer.alloc(1024 * 1024, held.length));
}

const unboundedRows = (data: DataReader): DataReader =>
  Object.fromEntries(
    Object.entries(data).map(([name, read]) => [
      name,
      (reading: Reading, ...rest: unknown[]) =>
        reading.table === UNBOUNDED_ROWS
          ? takeAll()
          : (read as (...args: unknown[]) => unknown)(reading, ...rest),
    ]),
  ) as unknown as DataReader;

const unboundedDefinition = (structure: DefinitionReader): DefinitionReader => ({
  readDefinitions: (type, schema, names) =>
    names.includes(UNBOUNDED_DEFINITION)
      ? takeAll()
      : structure.readDefinitions(type, schema, names),
});

serveProcess(async (engine, target, options) => {
  const connection = await connectHere(engine, target, options);
  return {
    ...connection,
    data: unboundedRows(connection.data!),
    definitions: unboundedDefinition(connection.definitions!),
  };
});
