import { createElement, type SVGProps } from 'react';

interface TextProps extends Pick<SVGProps<SVGTextElement>, 'x' | 'y' | 'fill' | 'fontSize'> {
  readonly className?: string;
  readonly textAnchor?: SVGProps<SVGTextElement>['textAnchor'];
  readonly verticalAnchor?: 'start' | 'middle' | 'end';
  readonly children?: string;
}

/** How far a line of text stands below its point; capitals are 0.71 em high, as in Recharts. */
const drops = { start: '0.71em', middle: '0.355em', end: '0em' };

/** A tick's label: one line of text, which is all that the axes of graphs have. */
export function Text(props: TextProps) {
  const { className = '', verticalAnchor = 'end', children, ...rest } = props;
  const { x, y, fill, fontSize, textAnchor } = rest;
  return createElement(
    'text',
    { x, y, fill, fontSize, textAnchor, className: `recharts-text ${className}` },
    createElement('tspan', { x, dy: drops[verticalAnchor] }, children),
  );
}

export function isValidTextAnchor(value: unknown): boolean {
  return value === 'start' || value === 'middle' || value === 'end' || value === 'inherit';
}

export function isRenderableText(value: unknown): boolean {
  return value === null || ['undefined', 'string', 'number', 'boolean'].includes(typeof value);
}
