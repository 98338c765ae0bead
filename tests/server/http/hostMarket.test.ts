import { expect, test } from 'vitest';
import { findHostMarket } from '../../../server/http/hostMarket.ts';
import { marketOf } from '../../support/markets.ts';

test.each([
  ['portal.example.pl', 'PL', 'pl'],
  ['PORTAL.EXAMPLE.CZ:8443', 'CZ', 'cs'],
  ['portal.dk.', 'DK', 'da'],
  ['127.0.0.1:8080', 'PL', 'en'],
  ['portal.example.com', 'PL', 'en'],
  ['examplepl', 'PL', 'en'],
] as const)('the market of %s is %s in %s', (host, country, language) => {
  expect(findHostMarket({ market: marketOf }, host)).toEqual({ country, language });
});

test('the longest ending that fits is the nearest', () => {
  const market: typeof marketOf = (country) => ({
    ...marketOf(country),
    ...(country === 'DK' && { domains: ['dk', 'north.example.pl'] }),
  });
  expect(findHostMarket({ market }, 'a.north.example.pl').country).toBe('DK');
  expect(findHostMarket({ market }, 'a.south.example.pl').country).toBe('PL');
});

test('the default market is the one whose file says so', () => {
  const market: typeof marketOf = (country) => ({
    ...marketOf(country),
    default: country === 'CZ',
  });
  expect(findHostMarket({ market }, 'localhost')).toEqual({ country: 'CZ', language: 'en' });
});
