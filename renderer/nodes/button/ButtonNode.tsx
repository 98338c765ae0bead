import { Button, Classes } from '@blueprintjs/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useBindings } from '../../core/bindings.ts';
import { Icon } from '../../core/Icon.tsx';
import { readAddress, useHref } from '../../core/link.ts';
import type { NodeProps } from '../../core/node.ts';
import { isWaitedFor, useRunAction } from '../../core/runAction.ts';
import { useText } from '../../core/text.ts';

/** Goes to another route, or runs its action and shows that it is under way. */
export function ButtonNode({ node }: NodeProps<'button'>) {
  const text = useText();
  const href = useHref();
  const bindings = useBindings();
  const run = useRunAction();
  const [isBusy, setIsBusy] = useState(false);
  const { action, intent } = node;
  const icon = node.icon && <Icon name={node.icon} />;
  const label = text(node.label);
  const isIcon = node.appearance === 'icon' && icon !== undefined;
  const named = isIcon ? { 'aria-label': label, title: label } : {};

  if (action.do === 'go' || action.do === 'visit') {
    const isOutside = action.do === 'visit';
    const address = isOutside ? readAddress(action.address, bindings) : href(action.to);
    const style = `${Classes.BUTTON} ${Classes.LARGE} ${Classes.intentClass(intent) ?? ''}`;
    return address === undefined ? null : (
      <Link
        className={style}
        to={address}
        {...named}
        {...(isOutside && { target: '_blank', rel: 'noopener noreferrer' })}
      >
        {icon}
        {!isIcon && <span className={Classes.BUTTON_TEXT}>{label}</span>}
      </Link>
    );
  }

  async function onClick() {
    setIsBusy(isWaitedFor(action));
    await run(action);
    setIsBusy(false);
  }

  return (
    <Button
      size="large"
      intent={intent}
      icon={icon}
      loading={isBusy}
      onClick={() => void onClick()}
      {...named}
    >
      {isIcon ? undefined : label}
    </Button>
  );
}
