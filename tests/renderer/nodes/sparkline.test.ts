import { describe, expect, it } from 'vitest';
import { drawLine } from '../../../renderer/nodes/stats/Sparkline.tsx';

describe('sparkline', () => {
  it.each([
    ['what hardly changes is nearly level', [42, 48], 'M0 2.5L100 0'],
    ['nothing at all lies at the bottom', [0, 0], 'M0 20L100 20'],
    ['frost is below zero', [-5, 15], 'M0 20L100 0'],
  ])('%s', (_, values, line) => {
    expect(drawLine(values)).toBe(line);
  });
});
