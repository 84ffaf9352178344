import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

/** A text field that says what is wrong with it only after somebody has left it. */
export function LeftInput({ error, ...props }: TextInputProps) {
  const [left, setLeft] = useState(false);
  return <TextInput {...props} error={left && error} onBlur={() => setLeft(true)} />;
}
