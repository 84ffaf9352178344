import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/** Debounced text input that also follows changes from outside. */
export function useTyping(value: string, onChange: (text: string) => void, delay: number) {
  const [text, setText] = useState(value);
  const passedOn = useRef(value);
  const passOn = useDebouncedCallback((next: string) => {
    passedOn.current = next;
    onChange(next);
  }, delay);
  useEffect(() => {
    if (value === passedOn.current) return;
    passedOn.current = value;
    setText(value);
  }, [value]);
  const change = (next: string) => {
    setText(next);
    passOn(next);
  };
  return [text, change] as const;
}
