import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { login, me, type SessionUser } from '../../../contract/auth.ts';
import { ApiError, call, errorText } from '../../lib/api.ts';
import { fieldMessage } from '../../lib/forms.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { mayHaveSession, noSession, storeUser } from '../../lib/selection.ts';
import { meQuery, useSettings } from '../../lib/session.ts';
import { clientAddress } from './client-address.ts';
import { FrontDoor } from './front-door.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { useTexts } from '../../lib/i18n/index.ts';

async function stillSignedIn(signal: AbortSignal): Promise<SessionUser | null> {
  try {
    return await call(me, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) noSession();
    return null;
  }
}

interface Props {
  onSignedIn: () => void;
}

export function LoginPage({ onSignedIn }: Props) {
  const t = useTexts('auth');
  const queryClient = useQueryClient();
  const settings = useSettings();
  const [failure, setFailure] = useState<string | null>(null);
  const address = useRef<Promise<string | null>>(null);
  // Uses its own query key: the data cached for the screens may be outdated.
  const alive = useQuery({
    queryKey: queryKeys.stillSignedIn,
    queryFn: ({ signal }) => stillSignedIn(signal),
    enabled: mayHaveSession(),
    retry: false,
    gcTime: 0,
  }).data;

  useEffect(() => {
    address.current ??= clientAddress();
  }, []);

  const enter = (user: SessionUser) => {
    queryClient.clear();
    queryClient.setQueryData(meQuery.queryKey, user);
    storeUser(user);
    onSignedIn();
  };
  const { field, errors, busy, submit } = useLoginForm(async (values) => {
    setFailure(null);
    try {
      const ip_address = await address.current;
      const login_time = new Date().toISOString();
      enter(await call(login, { body: { ...values, login_time, ip_address } }));
      return true;
    } catch (error) {
      setFailure(errorText(error));
      return false;
    }
  });
  return (
    <FrontDoor title={t('greeting')} tab={t('login')}>
      {alive && (
        <Stack gap="xs">
          <Text size="sm" c="dimmed" ta="center">
            {t('stillSignedIn')}
          </Text>
          <Button variant="light" onClick={() => enter(alive)}>
            {t('continueAs', { name: alive.username })}
          </Button>
        </Stack>
      )}
      {failure !== null && (
        <Alert color="red" title={t('loginErrorTitle')} role="alert">
          {failure}
        </Alert>
      )}
      <form noValidate onSubmit={(event) => void submit(event)} aria-label={t('login')}>
        <Stack gap="md">
          <TextInput
            label={t('username')}
            required
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            error={fieldMessage(t('username'), errors.username)}
            {...field('username')}
          />
          <PasswordInput
            label={t('password')}
            required
            autoComplete="current-password"
            error={fieldMessage(t('password'), errors.password)}
            {...field('password')}
          />
          <Button type="submit" loading={busy}>
            {t('login')}
          </Button>
        </Stack>
      </form>
      {settings?.self_registration && (
        <Anchor component={Link} to="/register" size="sm" ta="center">
          {t('toRegister')}
        </Anchor>
      )}
    </FrontDoor>
  );
}

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

/** A form without the form library: this page must stay small, and it has only two fields. */
function useLoginForm(send: (values: Values) => Promise<boolean>) {
  const [values, setValues] = useState<Values>({ username: '', password: '' });
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const tried = useRef(false);
  const inputs = useRef<Partial<Record<Field, HTMLInputElement | null>>>({});

  // The login form is the only purpose of this page, so it takes the focus.
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
