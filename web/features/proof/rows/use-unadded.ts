import { useCallback, useRef, useState } from 'react';

/** Keeps a form from being saved while a rule is entered that was not added. */
export function useUnadded() {
  const [state, setState] = useState<'none' | 'entered' | 'refused'>('none');
  const button = useRef<HTMLButtonElement>(null);
  const onEntered = useCallback((is: boolean) => setState(is ? 'entered' : 'none'), []);
  return {
    /** Submits the form, or leads to the button that adds the rule. */
    guard: (submit: () => Promise<void>) => async () => {
      if (state === 'none') return submit();
      setState('refused');
      button.current?.focus();
    },
    /** For the inputs of the rule. */
    rule: { isRefused: state === 'refused', button, onEntered },
  };
}
export type UnaddedRule = ReturnType<typeof useUnadded>['rule'];
