import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import classes from './pair.module.css';
import { useTexts } from '../../../lib/i18n/index.ts';

/** Number of sentences shown before the user expands the list. */
const SHOWN = 6;

/** The server's notes about a result; renders nothing without notes. */
export function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }) {
  const t = useTexts('pair');
  const [all, setAll] = useState(false);
  if (sentences.length === 0) return null;
  const said = [...new Set(sentences)];
  const shown = all ? said : said.slice(0, SHOWN);
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <ul className={classes.sentences}>
        {shown.map((sentence) => (
          <li key={sentence}>
            <Text size="sm">
              <bdi>{sentence}</bdi>
            </Text>
          </li>
        ))}
      </ul>
      {shown.length < said.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
          {t('moreSentences', { count: said.length - shown.length })}
        </Button>
      )}
    </div>
  );
}
