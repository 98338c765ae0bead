import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';
import { patience } from '../../support/patience.ts';

// On a machine that has just cloned the project, a lazy part is compiled while a test waits for it.
configure({ asyncUtilTimeout: patience });

// jsdom has no layout, and lacks this.
document.elementsFromPoint = () => [];

// Files share a process: what one left open would lie over what the next one opens.
afterEach(cleanup);
// Libraries leave hidden elements behind, in which they measure texts.
afterAll(() => document.body.replaceChildren());
