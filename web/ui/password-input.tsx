import { PasswordInput as KitPasswordInput, type PasswordInputProps } from '@mantine/core';

/** Mantine's input, which by itself does not tell screen readers that the value is invalid. */
export const PasswordInput = (props: PasswordInputProps) => (
  <KitPasswordInput aria-invalid={props.error ? true : undefined} {...props} />
);
