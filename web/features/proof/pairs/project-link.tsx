import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

interface Props {
  to: '/pairs' | '/pairrules' | '/proof';
  project: number;
  /** Further search parameters. */
  search?: Readonly<Record<string, unknown>>;
  text: string;
}

/** A link to another screen of the same project, styled as a button. */
export const ProjectLink = ({ to, project, search, text }: Props) => (
  <Button
    variant="subtle"
    renderRoot={(props) => <Link to={to} search={{ ...search, project } as never} {...props} />}
  >
    {text}
  </Button>
);
