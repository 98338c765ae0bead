import { describe, expect, it } from 'vitest';
import { findWeakness } from '../../../renderer/forms/findWeakness.ts';

const names = ['anna.nowak', 'an.kowalska@mail.example.org', 'meterhouse'];

describe('a password', () => {
  it.each([
    'Password-123!',
    'Password-2026!',
    'P@ssw0rd1234',
    'Qwertyuiop1!',
    'Iloveyou123!',
    'Welcome2026!!',
    'Zaq12wsx!QAZ',
    'Abcdefgh123!',
  ])('%s resembles what many people use', async (password) => {
    expect(await findWeakness(password, names)).toBe('common');
  });

  it.each(['Nowak-7!kqzvW2x', 'x7#ANNA92!mPqr', 'Xq-meterHouse-7', 'Zk-Kowalska-42!x'])(
    '%s has a name in it that others know',
    async (password) => {
      expect(await findWeakness(password, names)).toBe('named');
    },
  );

  it.each([
    'Zimowy-Dom-2026!',
    'Letni-Dom-2026!',
    'x7#Kd92!mPqr',
    'correct-Horse7battery',
    // Two letters and a mail server are no names.
    'An-Mail-Org-Example7',
  ])('%s is not warned of', async (password) => {
    expect(await findWeakness(password, names)).toBeUndefined();
  });

  it('is not warned of while it is too short to be taken, or too long', async () => {
    expect(await findWeakness('', names)).toBeUndefined();
    expect(await findWeakness('Password-1', names)).toBeUndefined();
    expect(await findWeakness('Password'.repeat(1000), names)).toBeUndefined();
  });
});
