import { withTheme } from '@rjsf/core';
import type { RJSFSchema } from '@rjsf/utils';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Api, ApiProvider, type Sending } from '../../../renderer/core/api.ts';
import { ApiError } from '../../../renderer/core/callError.ts';
import { TranslationProvider } from '../../../renderer/core/translation.ts';
import { theme } from '../../../renderer/forms/theme.ts';
import { loadValidator } from '../../../renderer/forms/validator.ts';
import { createTexts } from '../support/texts.ts';
import { validatorOf } from '../support/validatorOf.ts';

interface Sent {
  readonly name: string;
  readonly sending: Sending;
  readonly signal: AbortSignal;
  readonly arrive: () => void;
  readonly fail: (status: string, code?: number) => void;
}

const Form = withTheme(theme);
const user = userEvent.setup({ applyAccept: false });
const upload = { accept: ['application/pdf', 'image/png'], mostBytes: 1000 };
const one = { type: 'string', upload } as RJSFSchema;
const several = { type: 'array', items: one, maxItems: 2 } as RJSFSchema;

let sent: Sent[] = [];
let removed: string[] = [];
const onChange = vi.fn();
const onBusy = vi.fn();
beforeEach(() => {
  sent = [];
  removed = [];
  onChange.mockReset();
  onBusy.mockReset();
});
afterEach(cleanup);

// biome-ignore lint/suspicious/noExplicitAny: it stands for calls of two kinds.
const call = ((id: string, { query, params }: any, { sending, signal }: any = {}) => {
  if (id === 'upload.remove') {
    removed.push(params.upload);
    return Promise.resolve({});
  }
  return new Promise((resolve, reject) => {
    const name: string = query.fileName;
    signal.addEventListener('abort', () => reject(signal.reason));
    const size = sending.file.size;
    sent.push({
      name,
      sending,
      signal,
      arrive: () => resolve({ upload: `id-${name}`, fileName: name, mediaType: 'x', size }),
      fail: (status, code = 400) => {
        const body = { status, message: 'no', errors: [], code: 1, timestamp: '' };
        reject(new ApiError(code, body));
      },
    });
  });
}) as unknown as Api['call'];

async function field(schema: RJSFSchema) {
  const i18n = await createTexts();
  const whole = { type: 'object', properties: { it: { title: 'It', ...schema } } } as RJSFSchema;
  const validator = await loadValidator(whole as never, validatorOf(whole));
  const { unmount } = render(
    <TranslationProvider i18n={i18n}>
      <ApiProvider value={{ call } as Api}>
        <Form
          schema={whole}
          uiSchema={{ it: { 'ui:widget': 'file' } }}
          validator={validator}
          formContext={{ onBusy }}
          onChange={({ formData }) => onChange(formData?.it)}
        />
      </ApiProvider>
    </TranslationProvider>,
  );
  return { input: (await screen.findByLabelText(/It/)) as HTMLInputElement, unmount };
}

const file = (name: string, size = 5, type = 'application/pdf') =>
  new File([new Uint8Array(size)], name, { type });
const value = () => onChange.mock.calls.at(-1)?.[0];
const nextSent = async (count: number) => {
  await waitFor(() => expect(sent).toHaveLength(count));
  return sent[count - 1] as Sent;
};

it('sends a file as soon as it is chosen, shows how far it is, and holds its id', async () => {
  const { input } = await field(one);
  expect(screen.getByText('PDF, PNG; up to 0.001 MB.')).toBeTruthy();
  await user.upload(input, file('a.pdf'));
  const { sending, arrive } = await nextSent(1);
  expect(onBusy.mock.calls).toEqual([[1]]);
  sending.onProgress?.(0.5);
  const progress = screen.getByRole('progressbar', { name: 'Sending a.pdf' });
  await waitFor(() => expect(progress).toHaveProperty('value', 0.5));
  arrive();
  await waitFor(() => expect(value()).toBe('id-a.pdf'));
  expect(await screen.findByText('a.pdf (1 KB)')).toBeTruthy();
  expect(screen.queryByRole('progressbar')).toBeNull();
  await waitFor(() => expect(onBusy.mock.calls).toEqual([[1], [-1]]));
});

it('puts another file in the place of the first, which it gives up', async () => {
  const { input } = await field(one);
  await user.upload(input, file('a.pdf'));
  (await nextSent(1)).arrive();
  await waitFor(() => expect(value()).toBe('id-a.pdf'));
  await user.upload(input, file('b.pdf'));
  (await nextSent(2)).arrive();
  await waitFor(() => expect(value()).toBe('id-b.pdf'));
  expect(removed).toEqual(['id-a.pdf']);
  await user.click(await screen.findByRole('button', { name: 'Remove b.pdf' }));
  await waitFor(() => expect(value()).toBe(undefined));
  expect(removed).toEqual(['id-a.pdf', 'id-b.pdf']);
});

it('takes several by dropping them, one after the other, and no more than there may be', async () => {
  const { input } = await field(several);
  const target = input.closest('.form-files') as HTMLElement;
  const files = [file('a.pdf'), file('b.png', 5, 'image/png'), file('c.pdf')];
  fireEvent.drop(target, { dataTransfer: { files } });
  (await nextSent(1)).arrive();
  (await nextSent(2)).arrive();
  await waitFor(() => expect(value()).toEqual(['id-a.pdf', 'id-b.png']));
  expect(screen.getByRole('alert').textContent).toBe('You can’t add more files.');
  expect(sent).toHaveLength(2);
  expect(screen.getByText(/At most 2 files/)).toBeTruthy();
});

it.each([
  ['empty', file('a.pdf', 0), 'The file is empty.'],
  ['too large', file('a.pdf', 1001), 'The file is larger than 0.001 MB.'],
  ['a page', file('a.html', 5, 'text/html'), /Only these can be sent: PDF, PNG/],
])('says of what is %s that it isn’t taken, and sends none of it', async (_what, given, words) => {
  const { input } = await field(one);
  await user.upload(input, given);
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
  expect(sent).toEqual([]);
  expect(value()).toBe(undefined);
  await user.click(screen.getByRole('button', { name: /Remove/ }));
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each([
  ['TOO_LARGE', 413, 'The file is larger than 0.001 MB.'],
  ['UNSUPPORTED_FORMAT', 415, /Only these can be sent/],
  ['TOO_MANY_REQUESTS', 429, /Too many of the files you sent/],
  ['STORAGE_FULL', 507, /storage is full/],
])('says at the field what the portal says: %s', async (status, code, words) => {
  const { input } = await field(one);
  await user.upload(input, file('a.pdf'));
  (await nextSent(1)).fail(status, code);
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
  expect(value()).toBe(undefined);
  // A better one can be sent after it.
  await user.upload(input, file('b.pdf'));
  (await nextSent(2)).arrive();
  await waitFor(() => expect(value()).toBe('id-b.pdf'));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('stops sending when it is removed, and when the form goes', async () => {
  const { input, unmount } = await field(several);
  await user.upload(input, file('a.pdf'));
  const first = await nextSent(1);
  await user.click(screen.getByRole('button', { name: 'Remove a.pdf' }));
  expect(first.signal.aborted).toBe(true);
  await waitFor(() => expect(screen.queryByText('a.pdf')).toBeNull());
  await user.upload(input, file('b.pdf'));
  const second = await nextSent(2);
  unmount();
  expect(second.signal.aborted).toBe(true);
  await waitFor(() => expect(onBusy.mock.calls).toEqual([[1], [-1], [1], [-1]]));
});
