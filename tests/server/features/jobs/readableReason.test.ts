import { describe, expect, it } from 'vitest';
import { readableReason } from '../../../../server/features/jobs/readableReason.ts';

describe('the reason of a failure as support reads it', () => {
  it.each([
    [
      'connect ECONNREFUSED smtp://portal:s3cret@mail.example:587',
      'connect ECONNREFUSED smtp://…@mail.example:587',
    ],
    [
      'fetch https://host/file?ticket=abc123&x=1 failed',
      'fetch https://host/file?ticket=…&x=… failed',
    ],
    ['401 with Bearer eyJhbGciOi.J9', '401 with Bearer …'],
    ['login failed: password=hunter2, user=meter', 'login failed: password=… user=meter'],
    ['{"api_key": "k-1"}', '{"api_key": …'],
    ['550 5.1.1 <jan.novak@firma.cz>: no such user', '550 5.1.1 <…>: no such user'],
    ['ENOSPC: no space left on device, write', 'ENOSPC: no space left on device, write'],
  ])('hides what is secret: %s', (text, expected) => {
    expect(readableReason(text)).toBe(expected);
  });

  it('is the first line alone, and not a long one', () => {
    expect(readableReason('\n  it broke\nparameters: 1, 2')).toBe('it broke');
    expect(readableReason('x'.repeat(1000))).toBe(`${'x'.repeat(299)}…`);
    expect(readableReason('')).toBe('');
  });
});
