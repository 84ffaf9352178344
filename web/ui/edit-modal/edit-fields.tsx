import { Button, SimpleGrid, Stack } from '@mantine/core';
import { useId, useState } from 'react';
import { Chevron } from '../chevron.tsx';
import { EditInput } from './edit-input.tsx';
import classes from './edit-modal.module.css';
import { Fact } from './fact.tsx';
import type { EditField } from './fields.ts';
import type { useEdit } from './use-edit.ts';

interface Props {
  edit: ReturnType<typeof useEdit>;
}

/** What cannot be changed in a line, then all other fields, those of a section folded up below. */
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
              value={String(edit.values[field.key] ?? '')}
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

interface GridProps extends Props {
  fields: readonly EditField[];
  focusFirst?: boolean;
}

function FieldGrid({ edit, fields, focusFirst = false }: GridProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: fields.length > 5 ? 2 : 1 }} spacing="md">
      {fields.map((field, index) => (
        <EditInput
          key={field.key}
          field={field}
          value={edit.values[field.key] ?? ''}
          help={helpOf(field, edit)}
          focused={focusFirst && index === 0}
          error={edit.errors[field.key]}
          onChange={(value) => edit.change(field.key, value)}
          onFocus={() => edit.focus(field.key)}
          onBlur={() => edit.blur(field)}
        />
      ))}
    </SimpleGrid>
  );
}

const helpOf = ({ help }: EditField, { values }: Props['edit']) =>
  typeof help === 'function' ? help(values) : help;

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
