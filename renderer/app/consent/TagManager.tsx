import './consent.css';
import { Button } from '@blueprintjs/core';
import { useEffect, useId, useRef, useState } from 'react';
import type { ManifestIndex } from '../../../schemas/manifest/compiled.ts';
import { useTranslation } from '../../core/translation.ts';
import { allowScript } from '../trustedTypes.ts';
import { askEvent } from './askConsent.ts';
import { readConsent, storeConsent } from './consent.ts';

type Script = NonNullable<ManifestIndex['market']['tagManager']>;

/** Asks whether the market's tag manager may run, and runs it for who allows it. */
export default function TagManager({ tagManager: { url, name } }: { tagManager: Script }) {
  const { t } = useTranslation();
  const id = useId();
  const [isAllowed, setIsAllowed] = useState(() => readConsent(url));
  const [isAsked, setIsAsked] = useState(false);
  const question = useRef<HTMLElement>(null);

  useEffect(() => {
    if (isAllowed) runScript(url);
  }, [isAllowed, url]);

  useEffect(() => {
    const ask = () => setIsAsked(true);
    window.addEventListener(askEvent, ask);
    return () => window.removeEventListener(askEvent, ask);
  }, []);

  useEffect(() => {
    if (isAsked) question.current?.focus();
  }, [isAsked]);

  function choose(next: boolean) {
    storeConsent(url, next);
    setIsAllowed(next);
    setIsAsked(false);
    // A script that runs can't be stopped otherwise.
    if (!next && isAllowed) window.location.reload();
  }

  if (isAllowed !== undefined && !isAsked) return null;
  return (
    <section ref={question} className="consent" aria-labelledby={id} tabIndex={-1}>
      <h2 id={id}>{t('ui:consent.title')}</h2>
      <p>{t('ui:consent.text', { name, origin: new URL(url).host })}</p>
      <div className="consent-choices">
        <Button onClick={() => choose(true)}>{t('ui:consent.allow')}</Button>
        <Button onClick={() => choose(false)}>{t('ui:consent.decline')}</Button>
      </div>
    </section>
  );
}

function runScript(url: string): void {
  if ([...document.scripts].some(({ src }) => src === url)) return;
  allowScript(url);
  const script = document.createElement('script');
  script.async = true;
  script.src = url;
  document.head.append(script);
}
