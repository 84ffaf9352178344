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

/** Where matching learns what objects are made of. */
export interface DefinitionSource {
  /** Reads definitions that are not known, or not of late, as far as the databases answer within a limit of time. */
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
