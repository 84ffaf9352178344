import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { login } from '../../../contract/auth.ts';

const credentials = login.body.pick({ username: true, password: true });
const FIELDS = ['username', 'password'] as const;
type Field = (typeof FIELDS)[number];
type Values = Record<Field, string>;
type Errors = Partial<Record<Field, { message: string }>>;

function errorsOf(values: Values): Errors {
  const { error } = credentials.safeParse(values);
  const entries = error?.issues.toReversed().map(({ path, message }) => [path[0], { message }]);
  return entries ? (Object.fromEntries(entries) as Errors) : {};
}

/** Two fields need no form library, and the page before all others is the one to keep small. */
export function useLoginForm(send: (values: Values) => Promise<boolean>) {
  const [values, setValues] = useState<Values>({ username: '', password: '' });
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const tried = useRef(false);
  const inputs = useRef<Partial<Record<Field, HTMLInputElement | null>>>({});

  // Nobody comes to this page for anything else.
  useEffect(() => inputs.current.username?.focus(), []);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    tried.current = true;
    const found = errorsOf(values);
    setErrors(found);
    const wrong = FIELDS.find((field) => found[field]);
    if (wrong) {
      inputs.current[wrong]?.focus();
      return;
    }
    setBusy(true);
    const done = await send(values);
    setBusy(false);
    if (done) return;
    tried.current = false;
    setValues({ ...values, password: '' });
    inputs.current.password?.focus();
  };
  const field = (name: Field) => ({
    name,
    value: values[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      const next = { ...values, [name]: currentTarget.value };
      setValues(next);
      if (tried.current) setErrors(errorsOf(next));
    },
    ref: (input: HTMLInputElement | null) => {
      inputs.current[name] = input;
    },
  });
  return { field, errors, busy, submit };
}
