import type { DefinitionReader, ObjectDefinition } from '../../../connectors/core/definitions.ts';

/** Tables with what their account may see of their grants, as a comparison reads them. */
export async function withAccess(
  reader: DefinitionReader,
  schema: string,
  names: readonly string[],
): Promise<ObjectDefinition[]> {
  const found = await reader.readDefinitions('tables', schema, names);
  const access = new Map(await reader.readAccess!('tables', schema, names));
  return found.map((one) => ({ ...one, access: access.get(one.name) ?? null }));
}
