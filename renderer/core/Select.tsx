import { HTMLSelect, type HTMLSelectProps } from '@blueprintjs/core';

/** Blueprint's select, without the English title that its arrow has. */
export function Select(props: Omit<HTMLSelectProps, 'iconProps'>) {
  return <HTMLSelect {...props} iconProps={{ title: '', 'aria-hidden': true }} />;
}
