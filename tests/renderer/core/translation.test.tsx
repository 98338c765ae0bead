import { act, cleanup, render, screen } from '@testing-library/react';
import { memo } from 'react';
import { afterEach, expect, it } from 'vitest';
import { TranslationProvider, useTranslation } from '../../../renderer/core/translation.ts';
import { createTexts } from '../support/texts.ts';

afterEach(cleanup);

const Words = memo(function Words() {
  const { t, i18n } = useTranslation();
  return (
    <p>
      {i18n.language}: {t('ui:retry')}
    </p>
  );
});

it('what is drawn once and for all follows the language', async () => {
  const i18n = await createTexts();
  render(
    <TranslationProvider i18n={i18n}>
      <Words />
    </TranslationProvider>,
  );
  expect(screen.getByText('en: Try again')).toBeTruthy();
  await act(() => i18n.changeLanguage('pl'));
  expect(screen.getByText('pl: Spróbuj ponownie')).toBeTruthy();
});
