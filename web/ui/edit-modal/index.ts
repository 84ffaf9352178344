export { EditModal, type EditModalProps } from './edit-modal.tsx';
export type { EditField, FieldValue, FieldValues, Option } from './fields.ts';
