import { Button, SimpleGrid, Stack } from '@mantine/core';
import { useId, useState } from 'react';
import { Chevron } from '../chevron.tsx';
import { EditInput } from './edit-input.tsx';
import type { EditField } from './fields.ts';
import type { useEdit } from './use-edit.ts';

interface Props {
  edit: ReturnType<typeof useEdit>;
}

/** All fields, those of a section folded up below the others. */
export function EditFields({ edit }: Props) {
  const { fields } = edit;
  const sections = [...new Set(fields.flatMap(({ section }) => section ?? []))];
  return (
    <>
      <FieldGrid edit={edit} fields={fields.filter(({ section }) => section === undefined)} />
      {sections.map((name) => (
        <Section
          key={name}
          name={name}
          edit={edit}
          fields={fields.filter(({ section }) => section === name)}
        />
      ))}
    </>
  );
}

function FieldGrid({ edit, fields }: Props & { fields: readonly EditField[] }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: edit.fields.length > 5 ? 2 : 1 }} spacing="md">
      {fields.map((field) => (
        <EditInput
          key={field.key}
          field={field}
          value={edit.values[field.key] ?? ''}
          help={typeof field.help === 'function' ? field.help(edit.values) : field.help}
          error={edit.errors[field.key]}
          onChange={(value) => edit.change(field.key, value)}
          onFocus={() => edit.focus(field.key)}
          onBlur={() => edit.blur(field)}
        />
      ))}
    </SimpleGrid>
  );
}

function Section({ name, edit, fields }: Props & { name: string; fields: readonly EditField[] }) {
  const id = useId();
  const [wanted, setWanted] = useState(false);
  // What has to be filled in or corrected is never hidden.
  const open = wanted || fields.some(({ key, required }) => required || key in edit.errors);
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
