import type Form from '@rjsf/core';
import { type FormProps, withTheme } from '@rjsf/core';
import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { TranslationProvider } from '../../../renderer/core/translation.ts';
import { theme } from '../../../renderer/forms/theme.ts';
import { createTexts } from '../support/texts.ts';

/**
 * rjsf's own cases for themes: every field, widget and template that its schemas can ask for is
 * drawn, and what is drawn changes only on purpose.
 */

// own process: React numbers what is drawn from a process's beginning.
// The cases are written for these as globals.
Object.assign(globalThis, {
  describe,
  test,
  it: test,
  expect,
  vi,
  beforeAll,
  beforeEach,
  afterAll,
  afterEach,
});
const { arrayTests, formTests, gridTests, objectTests } = await import('@rjsf/snapshot-tests');
const i18n = await createTexts();
afterEach(cleanup);

const PlainForm = withTheme(theme);

function TranslatedForm(props: FormProps) {
  return (
    <TranslationProvider i18n={i18n}>
      <PlainForm {...props} />
    </TranslationProvider>
  );
}
const ThemedForm = TranslatedForm as unknown as typeof Form;

describe('arrays', () => arrayTests(ThemedForm));
describe('fields', () => formTests(ThemedForm));
describe('objects', () => objectTests(ThemedForm));
describe('grids', () => gridTests(ThemedForm, {} as Parameters<typeof gridTests>[1]));
