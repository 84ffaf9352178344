import type { IconName } from '../../ui/icons.tsx';

/** A page to go to or something to do, for the signed-in user's role. */
export interface Command {
  id: string;
  group: 'project' | 'pages' | 'actions';
  label: string;
  icon: IconName;
  run: () => void;
}

/** Each word of the query begins or stands somewhere in the label. */
export function matches(label: string, query: string): boolean {
  const text = label.toLocaleLowerCase();
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
