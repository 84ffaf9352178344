/** Whether dist is built from the sources as they are now. */
export function isBuilt(): boolean;
