import { Textarea, type TextareaProps } from '@mantine/core';
import { useState } from 'react';
import { Sql, isStatement } from './sql.tsx';
import classes from './sql.module.css';

/** Longer texts are not highlighted while they are written. */
const LONGEST = 20_000;

interface Props extends Omit<TextareaProps, 'value' | 'inputContainer' | 'classNames'> {
  value: string;
  /** Whether it may hold other words as well, which have no colours. */
  orWords?: boolean;
}

/** A field for statements: its text is drawn a second time, in colours, at the same places. */
export function SqlField({ value, orWords = false, onScroll, ...others }: Props) {
  const [top, setTop] = useState(0);
  const isSql = !orWords || isStatement(value);
  const isColoured = isSql && value.length <= LONGEST;
  return (
    <Textarea
      autosize
      {...(isSql && { spellCheck: false, dir: 'ltr' })}
      {...others}
      value={value}
      classNames={{
        input: [isSql && classes.input, isColoured && classes.uncoloured].filter(Boolean).join(' '),
      }}
      inputContainer={(input) => (
        <div className={classes.field}>
          {input}
          {isColoured && (
            <div aria-hidden className={classes.colours}>
              <pre style={{ transform: `translateY(${-top}px)` }}>
                <Sql text={value} />
                {'\n'}
              </pre>
            </div>
          )}
        </div>
      )}
      onScroll={(event) => {
        setTop(event.currentTarget.scrollTop);
        onScroll?.(event);
      }}
    />
  );
}
