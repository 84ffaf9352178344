import { PasswordInput as KitPasswordInput, type PasswordInputProps } from '@mantine/core';

/** The kit's own, which does not tell screen readers that what was typed is wrong. */
export const PasswordInput = (props: PasswordInputProps) => (
  <KitPasswordInput aria-invalid={props.error ? true : undefined} {...props} />
);
