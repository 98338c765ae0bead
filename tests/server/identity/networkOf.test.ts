import { expect, it } from 'vitest';
import { createLimits } from '../../../server/identity/limits.ts';
import { networkOf } from '../../../server/identity/networkOf.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['anna@example.com', 'anna@example.com'],
  ['', ''],
])('%s belongs to %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it('is what limits count by', async () => {
  const limits = createLimits({ link: { points: 2, seconds: 60 } });
  await limits.spend('link', '2001:db8:1:2::1');
  await limits.spend('link', '2001:db8:1:2:ffff::2');
  await expect(limits.spend('link', '2001:db8:1:2:eeee::3')).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  });
  await limits.spend('link', '2001:db8:1:3::1');
});
