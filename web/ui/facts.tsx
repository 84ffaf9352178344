import type { ReactNode } from 'react';

interface Props {
  facts: readonly (readonly [name: string, fact: ReactNode])[];
  className?: string | undefined;
}

/** Names, and what is known of each; what is not known is left out. */
export const Facts = ({ facts, className }: Props) => (
  <dl className={className}>
    {facts.map(
      ([name, fact]) =>
        fact && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{fact}</bdi>
            </dd>
          </div>
        ),
    )}
  </dl>
);
