export { EditModal, type EditModalProps } from './edit-modal.tsx';
export type { RowSteps } from './edit-buttons.tsx';
export type { EditField, FieldValue, FieldValues, Option } from './fields.ts';
