import type { IconName } from '../../ui/icons.tsx';

/** A page or an action that is available to the signed-in user. */
export interface Command {
  id: string;
  group: 'project' | 'pages' | 'actions';
  label: string;
  icon: IconName;
  run: () => void;
}

/** Whether every word of the query occurs in the label. */
export function matches(label: string, query: string): boolean {
  const text = label.toLocaleLowerCase();
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
