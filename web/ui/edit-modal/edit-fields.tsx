import {
  Button,
  SimpleGrid,
  Stack,
  Checkbox,
  MultiSelect,
  NativeSelect,
  TextInput,
  Textarea,
  type InputWrapperProps,
} from '@mantine/core';
import { useId, useState } from 'react';
import { Chevron } from '../chevron.tsx';
import classes from './edit-modal.module.css';
import { useController } from 'react-hook-form';
import type { EditField, FieldValue } from './fields.ts';
import type { Edit } from './use-edit.ts';
import { PASSWORD_MASK } from '../../../contract/fields.ts';
import { PasswordInput } from '../password-input.tsx';
import { SqlField } from '../sql-field.tsx';

interface Props {
  edit: Edit;
}

/** Read-only fields in one line, then the editable ones; fields of a section are collapsed below. */
export function EditFields({ edit }: Props) {
  const { fields } = edit;
  const sections = [...new Set(fields.flatMap(({ section }) => section ?? []))];
  const facts = fields.filter(({ type }) => type === 'read-only');
  const first = fields.filter(({ type, section }) => type !== 'read-only' && section === undefined);
  return (
    <>
      {facts.length > 0 && (
        <div className={classes.facts}>
          {facts.map((field) => (
            <Fact
              key={field.key}
              label={field.header}
              value={shownOf(field, edit)}
              help={helpOf(field, edit)}
            />
          ))}
        </div>
      )}
      <FieldGrid edit={edit} fields={first} focusFirst />
      {sections.map((name) => (
        <Section
          key={name}
          name={name}
          edit={edit}
          fields={fields.filter(({ type, section }) => type !== 'read-only' && section === name)}
        />
      ))}
    </>
  );
}

function shownOf({ key, shown }: EditField, { values }: Edit): string {
  const value = String(values[key] ?? '');
  return shown ? shown(value) : value;
}

interface GridProps extends Props {
  fields: readonly EditField[];
  focusFirst?: boolean;
}

function FieldGrid({ edit, fields, focusFirst = false }: GridProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: fields.length > 5 ? 2 : 1 }} spacing="md">
      {fields.map((field, index) => (
        <EditInput key={field.key} edit={edit} field={field} focused={focusFirst && index === 0} />
      ))}
    </SimpleGrid>
  );
}

const helpOf = ({ help }: EditField, { values }: Props['edit']) =>
  typeof help === 'function' ? help(values) : help;

function Section({ name, edit, fields }: Props & { name: string; fields: readonly EditField[] }) {
  const id = useId();
  const [wanted, setWanted] = useState(false);
  // A section with required or invalid fields is always open.
  const open = wanted || fields.some(({ key, required }) => required || edit.faultOf(key));
  return (
    <Stack gap="sm">
      <Button
        variant="default"
        justify="flex-start"
        leftSection={<Chevron open={open} />}
        aria-expanded={open}
        {...(open && { 'aria-controls': id })}
        onClick={() => setWanted(!open)}
      >
        {name}
      </Button>
      {open && (
        <div id={id}>
          <FieldGrid edit={edit} fields={fields} />
        </div>
      )}
    </Stack>
  );
}

interface FactProps {
  label: string;
  value: string;
  help: string | undefined;
}

/** Values with more characters are shown on several lines. */
const LINE = 40;

/** A read-only field: an input for screen readers and for copying, plain text visually. */
function Fact({ label, value, help }: FactProps) {
  const id = useId();
  const shared = {
    id,
    value,
    readOnly: true,
    placeholder: '–',
    className: classes.value,
    ...(help && { 'aria-describedby': `${id}-help` }),
  };
  const long = value.length > LINE || value.includes('\n');
  return (
    <div className={long ? classes.long : undefined}>
      <label htmlFor={id}>{label}</label>
      {long ? <textarea {...shared} rows={2} /> : <input {...shared} title={value} />}
      {help && <small id={`${id}-help`}>{help}</small>}
    </div>
  );
}

const BELOW: NonNullable<InputWrapperProps['inputWrapperOrder']> = [
  'label',
  'input',
  'description',
  'error',
];

interface EditInputProps extends Props {
  field: EditField;
  /** Gets the focus when the dialog opens. */
  focused: boolean;
}

/** An editable field, by its type. */
function EditInput({ edit, field, focused }: EditInputProps) {
  const { type, key, header, options = [] } = field;
  const { field: input } = useController({ name: key, control: edit.control });
  const value = edit.values[key] ?? '';
  const text = typeof value === 'string' ? value : value.join(', ');
  const help = helpOf(field, edit);
  const onChange = (next: FieldValue) => {
    input.onChange(next);
    edit.change(key, next);
  };
  const shared = {
    ref: input.ref,
    label: header,
    error: edit.errorOf(field),
    onFocus: () => edit.focus(key),
    onBlur: () => edit.blur(key),
    // Help above it would move a field below its neighbour.
    ...(help && { description: help, inputWrapperOrder: BELOW }),
    ...(focused && { 'data-autofocus': true }),
  };
  const onInput = (event: { currentTarget: { value: string } }) =>
    onChange(event.currentTarget.value);

  switch (type) {
    case 'textarea':
      return (
        <Textarea {...shared} value={text} onChange={onInput} autosize minRows={2} maxRows={10} />
      );
    case 'sql':
      return (
        <SqlField {...shared} value={text} onChange={onInput} orWords minRows={2} maxRows={10} />
      );
    case 'password':
      return (
        <PasswordInput
          {...shared}
          value={text}
          onChange={onInput}
          // Selects the mask, so that typing replaces all of it.
          onFocus={(event) => {
            if (text === PASSWORD_MASK) event.currentTarget.select();
            edit.focus(key);
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
      return (
        <NativeSelect
          {...shared}
          value={text}
          onChange={(event) => {
            onInput(event);
            field.onChoose?.(event.currentTarget.value);
          }}
          data={[...options]}
        />
      );
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
