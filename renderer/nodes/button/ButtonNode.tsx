import { Button, Classes } from '@blueprintjs/core';
import { Link } from 'react-router-dom';
import { useActions } from '../../core/actions.ts';
import { Icon } from '../../core/Icon.tsx';
import { useHref } from '../../core/link.ts';
import type { NodeProps } from '../../core/node.ts';
import { useText } from '../../core/text.ts';

/** Signs in or out, or goes to another route. */
export function ButtonNode({ node }: NodeProps<'button'>) {
  const text = useText();
  const href = useHref();
  const actions = useActions();
  const { action, intent } = node;
  const icon = node.icon && <Icon name={node.icon} />;

  if (action.do === 'go') {
    const address = href(action.to);
    const style = `${Classes.BUTTON} ${Classes.LARGE} ${Classes.intentClass(intent) ?? ''}`;
    return address === undefined ? null : (
      <Link className={style} to={address}>
        {icon}
        <span className={Classes.BUTTON_TEXT}>{text(node.label)}</span>
      </Link>
    );
  }
  return (
    <Button size="large" intent={intent} icon={icon} onClick={actions[action.do]}>
      {text(node.label)}
    </Button>
  );
}
