import type { Sending } from './api.ts';

/** As `fetch` with the file as the body, but it tells how much has gone, which `fetch` can't. */
export function sendFile(
  url: string,
  { method = 'POST', headers, signal }: RequestInit,
  { file, onProgress }: Sending,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const settle = (then: () => void) => () => {
      signal?.removeEventListener('abort', abort);
      then();
    };
    request.open(method, url);
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 1);
    request.onload = settle(() => {
      resolve(new Response(request.responseText, { status: request.status }));
    });
    request.onerror = settle(() => reject(new TypeError('The file could not be sent.')));
    request.onabort = settle(() => reject(signal?.reason ?? new Error('Sending was stopped.')));
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    signal?.addEventListener('abort', abort);
    request.send(file);
  });
}
