import { asFault } from '../../../contract/messages/message.ts';
import { z } from 'zod';
import { type DatabaseType, engineId } from '../../../contract/database-types.ts';
import { type ConnectionField, tlsMode } from '../../../contract/engines.ts';
import { SIDES, port, requiredText, type Side } from '../../../contract/fields.ts';
import { fieldsWith } from '../../../contract/field-table.ts';
import { PROJECT_FIELDS, dateOrderErrors, projectForm } from '../../../contract/projects.ts';

/** Every value is a string until it is validated. */
export type ProjectInput = Record<string, string>;

/** Sections of the form, whose fields follow their headings. */
export const FORM_SECTIONS = ['general', 'dates'] as const;
export const formFields = (section: (typeof FORM_SECTIONS)[number]) =>
  fieldsWith(PROJECT_FIELDS, 'section', section);

/** The steps of the form; the databases of both sides come last. */
export const FORM_STEPS = [...FORM_SECTIONS, ...SIDES] as const;
export type FormStep = (typeof FORM_STEPS)[number];

/** `db_name` is `source_db_name` on the wire, `password` is `source_db_password`. */
export const wireName = (side: Side, field: ConnectionField) =>
  field === 'password' ? (`${side}_db_password` as const) : (`${side}_${field}` as const);

export const engineOf = (types: readonly DatabaseType[], values: ProjectInput, side: Side) => {
  const chosen = values[side === 'source' ? 'Source_Database' : 'Target_Database'];
  return types.find(({ id }) => String(id) === chosen);
};

export const isSide = (step: FormStep): step is Side => step === 'source' || step === 'target';

/** The fields of a step, in display order. */
export function fieldsOfStep(
  step: FormStep,
  types: readonly DatabaseType[],
  values: ProjectInput,
): string[] {
  if (!isSide(step)) return formFields(step);
  const engine = engineOf(types, values, step);
  return [
    step === 'source' ? 'Source_Database' : 'Target_Database',
    ...(engine?.fields ?? []).map((field) => wireName(step, field)),
    ...(engine?.tls ? [`${step}_tls`, `${step}_tls_ca`] : []),
  ];
}

/** Everything that a connection test depends on; if it changes, the last result no longer applies. */
export const placeTried = (
  side: Side,
  types: readonly DatabaseType[],
  values: ProjectInput,
): string =>
  JSON.stringify(
    [...fieldsOfStep(side, types, values), `${side}_no_password`].map((name) => values[name]),
  );

const { shape } = projectForm;
const filled = (schema: z.ZodType) =>
  requiredText(1_000).pipe(schema as z.ZodType<unknown, string>);

function sideShape(
  engine: DatabaseType | undefined,
  side: Side,
  isWithoutPassword: boolean,
): z.ZodRawShape {
  if (!engine) return {};
  const fields: Record<string, z.ZodType> = {};
  for (const field of engine.fields) {
    if (field === 'password') fields[`${side}_no_password`] = shape.source_no_password;
    if (field === 'password' && isWithoutPassword) continue;
    fields[wireName(side, field)] =
      field === 'port' ? filled(port) : requiredText(field === 'ip' ? 200 : 1_000);
  }
  if (engine.tls) {
    fields[`${side}_tls`] = tlsMode;
    fields[`${side}_tls_ca`] = shape.source_tls_ca;
  }
  return fields;
}

/** All connection fields of the chosen engines are required, except the password of an account without one. */
export function projectSchema(types: readonly DatabaseType[], values: ProjectInput) {
  return z
    .object({
      Source_Database: filled(engineId),
      Target_Database: filled(engineId),
      ...Object.fromEntries(
        FORM_SECTIONS.flatMap(formFields).map((key) => {
          const field = PROJECT_FIELDS[key];
          return [key, 'optional' in field ? field.create : filled(field.create)];
        }),
      ),
      ...sideShape(
        engineOf(types, values, 'source'),
        'source',
        Boolean(values['source_no_password']),
      ),
      ...sideShape(
        engineOf(types, values, 'target'),
        'target',
        Boolean(values['target_no_password']),
      ),
    })
    .superRefine((project, context) => {
      for (const { field, message } of dateOrderErrors(project as Record<string, unknown>)) {
        context.addIssue({ code: 'custom', path: [field], message: asFault(message) });
      }
    });
}
