import { Text } from '@mantine/core';
import { translateSentence } from '../../lib/i18n/sentences.ts';
import classes from './pair.module.css';

/** What the server has to say besides the result; nothing where it has nothing to say. */
export function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <ul className={classes.sentences}>
        {[...new Set(sentences)].map((sentence) => (
          <li key={sentence}>
            <Text size="sm">
              <bdi>{translateSentence(sentence)}</bdi>
            </Text>
          </li>
        ))}
      </ul>
    </div>
  );
}
