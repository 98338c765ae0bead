import { expect, test } from 'vitest';
import { renderMessage, renderSignIn } from '../../../../server/identity/embedded/pages.ts';
import { findTexts } from '../../../../server/identity/embedded/texts.ts';

const parts = { texts: findTexts('en'), mount: '/oidc', portalUrl: 'https://portal.example/' };

test('the sign-in page says under its title what the portal is for', () => {
  const page = renderSignIn({ ...parts, action: '/oidc/interaction/1' });
  expect(page).toContain(`<p class="lead">${parts.texts.signInLead}</p>`);
});

test('a page without such a line has no empty one', () => {
  const page = renderMessage({ ...parts, title: 'Gone', text: '<b>' });
  expect(page).toContain('&#60;b&#62;');
  expect(page).not.toContain('lead');
});
