import type { ReactNode } from 'react';

interface Props {
  facts: readonly (readonly [name: string, fact: ReactNode])[];
  className?: string | undefined;
}

/** Names with their values; entries without a value are left out. */
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
