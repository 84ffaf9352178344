import type { ObjectDefinition } from '../../../../connectors/core/definitions.ts';
import type { ObjectTypeId } from '../../../../contract/engines.ts';
import type { Side } from '../../../../contract/fields.ts';

/** An object whose definition is wanted. */
export interface WantedObject {
  id: number;
  side: Side;
  typeId: ObjectTypeId;
  schema_name: string;
  object_name: string;
}

/** Gives definitions to matching. */
export interface DefinitionSource {
  /** Reads definitions that are unknown or not recent, as far as the databases answer within a time limit. */
  readAnew(
    projectId: number,
    objects: readonly WantedObject[],
    signal?: AbortSignal,
  ): Promise<void>;
  /** Shows the definitions of objects as they were read last, one by one. */
  visit(
    objectIds: readonly number[],
    see: (objectId: number, definition: ObjectDefinition) => void,
  ): Promise<void>;
}
