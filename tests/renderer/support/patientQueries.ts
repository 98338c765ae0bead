import { configure } from '@testing-library/react';
import { patience } from '../../support/patience.ts';

// On a machine that has just cloned the project, a lazy part is compiled while a test waits for it.
configure({ asyncUtilTimeout: patience });
