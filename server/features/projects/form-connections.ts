import { connectorOf } from '../../../connectors/registry.ts';
import { PASSWORD_MASK, type Side } from '../../../contract/fields.ts';
import type { ProjectEdit, ProjectForm } from '../../../contract/projects.ts';
import type { Vault } from '../../platform/vault.ts';
import { type Changes, diff } from '../history/service.ts';
import {
  type ConnectionValues,
  RETYPE,
  givenPassword,
  isSameAccount,
  missingFields,
  normalisePlace,
  openPassword,
  sealPassword,
} from './connections.ts';
import { NOTHING_FOUND, type StoredConnection } from './repository.ts';

/** The fields of one side of a project form or edit. */
function sideValues(
  form: ProjectForm | ProjectEdit,
  side: Side,
  engine: StoredConnection['engine'],
): ConnectionValues {
  return {
    engine,
    host: form[`${side}_ip`],
    port: form[`${side}_port`],
    database: form[`${side}_db_name`],
    username: form[`${side}_username`],
    password: form[`${side}_db_password`],
    noPassword: form[`${side}_no_password`],
    tls: form[`${side}_tls`],
    tlsCa: form[`${side}_tls_ca`],
  };
}

/** A project edit that replaces one side's connection; only the password may stay the stored one. */
export const connectionEdit = (side: Side, values: ConnectionValues): ProjectEdit => ({
  [`${side}_ip`]: values.host ?? null,
  [`${side}_port`]: values.port ?? null,
  [`${side}_db_name`]: values.database ?? null,
  [`${side}_username`]: values.username ?? null,
  [`${side}_db_password`]: values.password,
  [`${side}_no_password`]: values.noPassword,
  [`${side}_tls`]: values.tls ?? null,
  [`${side}_tls_ca`]: values.tlsCa ?? null,
});

const wireName = (side: Side) => (field: string) =>
  field === 'password' ? `${side}_db_password` : `${side}_${field}`;

/** The stored connection overlaid with the values that were sent. */
const merge = (stored: StoredConnection, sent: ConnectionValues): ConnectionValues => {
  const keep = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value);
  return {
    engine: stored.engine,
    host: keep(sent.host, stored.host),
    port: keep(sent.port, stored.port),
    database: keep(sent.database, stored.database_name),
    username: keep(sent.username, stored.username),
    password: sent.password,
    noPassword: sent.noPassword,
    tls: keep(sent.tls, stored.tls),
    tlsCa: keep(sent.tlsCa, stored.tls_ca),
  };
};

/** A side's connection from a new project's form, with its faults. */
export function newConnection(form: ProjectForm, side: Side) {
  const connector = connectorOf(side === 'source' ? form.Source_Database : form.Target_Database);
  const values = sideValues(form, side, connector.id);
  const place = normalisePlace(connector, values);
  const password = connector.fields.includes('password') ? givenPassword(values) : null;
  const label = (side === 'source' ? form.Source_Name : form.Target_Name) ?? null;
  return {
    side,
    place,
    password,
    label,
    errors: missingFields(connector, place, password !== null, wireName(side)),
  };
}

/** A stored connection after an edit, with its faults. */
export function editedConnection(vault: Vault, stored: StoredConnection, edit: ProjectEdit) {
  const { side } = stored;
  const connector = connectorOf(stored.engine);
  const values = merge(stored, sideValues(edit, side, stored.engine));
  const place = normalisePlace(connector, values);
  const typed = connector.fields.includes('password') ? givenPassword(values) : null;
  const errors = missingFields(connector, place, true, wireName(side));
  const complete = errors.length === 0;
  if (
    complete &&
    typed === null &&
    stored.password_sealed !== null &&
    !isSameAccount(place, stored)
  ) {
    errors.push({ field: wireName(side)('password'), message: RETYPE });
  }
  const isAsStored = stored.password_sealed !== null && typed === openPassword(vault, stored);
  const label = side === 'source' ? edit.Source_Name : edit.Target_Name;
  const next: StoredConnection = {
    ...stored,
    ...place,
    label: label === undefined ? stored.label : label,
    password_sealed:
      typed === null || isAsStored
        ? stored.password_sealed
        : sealPassword(vault, stored.project_id, side, typed),
    // Facts about another account are not known yet.
    ...(!isSameAccount(place, stored) && NOTHING_FOUND),
  };
  return { next, errors };
}

/** Changes of the connections, by names like those on the wire; a password only appears as changed. */
export function connectionDiff(
  before: Record<Side, StoredConnection>,
  after: StoredConnection[],
): Changes {
  const changes = after.flatMap((next): [string, Changes[string]][] => {
    const { password_sealed: sealedBefore, ...from } = { ...before[next.side], ...NOTHING_FOUND };
    const { password_sealed: sealedAfter, ...to } = { ...next, ...NOTHING_FOUND };
    const fields = Object.entries(diff(from, to)).map(
      ([field, change]): [string, Changes[string]] => [`${next.side}_${field}`, change],
    );
    if (sealedBefore === sealedAfter) return fields;
    return [...fields, [`${next.side}_db_password`, [PASSWORD_MASK, PASSWORD_MASK]]];
  });
  return Object.fromEntries(changes);
}
