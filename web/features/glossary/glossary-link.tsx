import { Anchor, type AnchorProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../lib/i18n/index.ts';
import classes from './glossary.module.css';

/** A link to the glossary, for places with terms that not everybody knows. */
export function GlossaryLink(props: Pick<AnchorProps, 'mt'>) {
  const t = useTexts('glossary');
  return (
    <Anchor
      component={Link}
      to="/admin/glossary"
      size="sm"
      className={classes.link ?? ''}
      {...props}
    >
      {t('toGlossary')}
    </Anchor>
  );
}
