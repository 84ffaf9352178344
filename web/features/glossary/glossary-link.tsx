import { Anchor, type AnchorProps, Popover } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../lib/i18n/index.ts';
import classes from './glossary.module.css';
import type { Term } from './terms.ts';

interface Props extends Pick<AnchorProps, 'mt'> {
  terms: readonly Term[];
}

/** Explains on the spot the words of a place that not everybody knows, and leads to the others. */
export function GlossaryLink({ terms, ...props }: Props) {
  const t = useTexts('glossary');
  return (
    <Popover width="min(440px, 92vw)" position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Anchor
          component="button"
          type="button"
          size="sm"
          className={classes.link ?? ''}
          {...props}
        >
          {t('toGlossary')}
        </Anchor>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('toGlossary')} className={classes.explained ?? ''}>
        <dl className={classes.words}>
          {terms.map((term) => (
            <div key={term}>
              <dt>{t(`term_${term}`)}</dt>
              <dd>{t(`about_${term}`)}</dd>
            </div>
          ))}
        </dl>
        <Anchor component={Link} to="/admin/glossary" size="sm">
          {t('allWords')}
        </Anchor>
      </Popover.Dropdown>
    </Popover>
  );
}
