import {
  Checkbox,
  MultiSelect,
  NativeSelect,
  TextInput,
  Textarea,
  type InputWrapperProps,
} from '@mantine/core';
import { PASSWORD_MASK } from '../../../contract/fields.ts';
import type { EditField, FieldValue } from './fields.ts';
import { PasswordInput } from '../password-input.tsx';

interface Props {
  field: EditField;
  value: FieldValue;
  help: string | undefined;
  error: string | undefined;
  /** Has the focus when the modal opens. */
  focused: boolean;
  onChange: (value: FieldValue) => void;
  onFocus: () => void;
  onBlur: () => void;
}

/** A field that can be changed, by its type. */
export function EditInput(props: Props) {
  const { field, value, help, error, focused, onChange, onFocus, onBlur } = props;
  const { type, header, options = [] } = field;
  const text = typeof value === 'string' ? value : value.join(', ');
  const shared = {
    label: header,
    error,
    onFocus,
    onBlur,
    ...(help && { description: help }),
    ...(focused && { 'data-autofocus': true }),
  } satisfies Partial<InputWrapperProps>;
  const onInput = (event: { currentTarget: { value: string } }) =>
    onChange(event.currentTarget.value);

  switch (type) {
    case 'textarea':
      return (
        <Textarea {...shared} value={text} onChange={onInput} autosize minRows={2} maxRows={10} />
      );
    case 'password':
      return (
        <PasswordInput
          {...shared}
          value={text}
          onChange={onInput}
          // The mask is replaced as a whole.
          onFocus={(event) => {
            if (text === PASSWORD_MASK) event.currentTarget.select();
            onFocus();
          }}
          autoComplete="new-password"
        />
      );
    case 'checkbox':
      return (
        <Checkbox
          {...shared}
          checked={text === '1'}
          onChange={(event) => onChange(event.currentTarget.checked ? '1' : '')}
        />
      );
    case 'select':
      return <NativeSelect {...shared} value={text} onChange={onInput} data={[...options]} />;
    case 'multi-select':
      return (
        <MultiSelect
          {...shared}
          data={[...options]}
          value={typeof value === 'string' ? [] : [...value]}
          onChange={onChange}
          searchable
          clearable
          hidePickedOptions
        />
      );
    case 'number':
      return <TextInput {...shared} value={text} onChange={onInput} inputMode="numeric" />;
    case 'date':
      return <TextInput {...shared} value={text} onChange={onInput} type="date" />;
    default:
      return <TextInput {...shared} value={text} onChange={onInput} />;
  }
}
