import { type ComponentType, useEffect, useState } from 'react';
import { ConnectionError } from './callError.ts';
import { ErrorCard } from './ErrorCard.tsx';
import { useErrorText } from './errorText.ts';

let ahead = 0;

/** Whether scripts are being loaded that nobody has asked for yet: that they fail matters to nobody. */
export const isLoadingAhead = () => ahead > 0;

/** Loads what will probably be asked for: that it fails is told when it is. */
export function loadAhead(load: () => Promise<unknown>): void {
  ahead += 1;
  load()
    .catch(() => undefined)
    .finally(() => {
      ahead -= 1;
    });
}

/**
 * A component whose scripts come when it is drawn first, or a little before (`preload`). When they
 * don't come it says so in its own place and tries again on request: with React's `lazy` the node
 * around it would go, and what was typed into it.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  let Loaded: ComponentType<Props> | undefined;
  const get = async () => {
    Loaded = (await load()).default;
  };

  function LazyPart(props: Props) {
    const errorText = useErrorText();
    const [step, setStep] = useState<'loading' | 'failed' | 'there'>('loading');
    useEffect(() => {
      if (step !== 'loading' || Loaded) return;
      get().then(
        () => setStep('there'),
        () => setStep('failed'),
      );
    }, [step]);
    if (Loaded) return <Loaded {...props} />;
    if (step !== 'failed') return null;
    const message = errorText(new ConnectionError({}));
    return (
      <ErrorCard titleKey="ui:source.failed" message={message} onRetry={() => setStep('loading')} />
    );
  }

  LazyPart.preload = () => loadAhead(get);
  /** Waits for its scripts; where they don't come it says so itself, once it is drawn. */
  LazyPart.settle = () => get().catch(() => undefined);
  return LazyPart;
}
