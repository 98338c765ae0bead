import { expect, it } from 'vitest';
import { allowScript, installTrustedTypes } from '../../../renderer/app/trustedTypes.ts';

interface Rules {
  createHTML: (text: string) => string;
  createScriptURL: (address: string) => string;
}

function rulesOf(): Rules {
  let made: Rules | undefined;
  const trustedTypes = {
    createPolicy(_name: string, rules: Rules) {
      made = rules;
    },
  };
  installTrustedTypes({ trustedTypes, origin: 'https://portal.example' });
  if (!made) throw new Error('No policy was made.');
  return made;
}

it('lets no text become markup but the constants that it knows', () => {
  const { createHTML } = rulesOf();
  expect(createHTML('<svg/>')).toBe('<svg/>');
  expect(() => createHTML('<svg onload=alert(1)>')).toThrow('must not become markup');
  expect(() => createHTML('')).toThrow();
});

it('lets scripts come from the portal itself only', () => {
  const { createScriptURL } = rulesOf();
  expect(createScriptURL('/assets/a.js')).toBe('/assets/a.js');
  for (const address of [
    'https://evil.example/a.js',
    '//evil.example/a.js',
    'data:text/javascript,1',
  ]) {
    expect(() => createScriptURL(address)).toThrow('must come from');
  }
});

it('lets one script of another origin through once it is allowed, to the letter', () => {
  const { createScriptURL } = rulesOf();
  const address = 'https://tags.example/container.js';
  expect(() => createScriptURL(address)).toThrow('must come from');
  allowScript(address);
  expect(createScriptURL(address)).toBe(address);
  for (const other of [`${address}?a`, 'https://tags.example/', 'https://tags.example/other.js']) {
    expect(() => createScriptURL(other)).toThrow('must come from');
  }
});

it('is content with a browser that has no trusted types', () => {
  expect(() => installTrustedTypes({ origin: 'https://portal.example' })).not.toThrow();
});
