import './code.css';
import { Button } from '@blueprintjs/core';
import { resolveValue, useBindings } from '../../core/bindings.ts';
import { Icon } from '../../core/Icon.tsx';
import type { NodeProps } from '../../core/node.ts';
import { useRunAction } from '../../core/runAction.ts';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';

/** What is read letter by letter, such as a key or a list of codes, to be copied or written down. */
export default function CodeText({ node }: NodeProps<'text'>) {
  const { t } = useTranslation();
  const text = useText();
  const bindings = useBindings();
  const run = useRunAction();
  const bound = typeof node.text === 'string' ? resolveValue(node.text, bindings) : undefined;
  const lines = Array.isArray(bound) ? bound.map(String) : [text(node.text)];
  return (
    <div className="text-code">
      {lines.length === 1 ? (
        <code>{lines}</code>
      ) : (
        <ul>
          {lines.map((line) => (
            <li key={line}>
              <code>{line}</code>
            </li>
          ))}
        </ul>
      )}
      {node.copy && (
        <Button
          icon={<Icon name="clipboard-copy" />}
          onClick={() => void run({ do: 'copy', value: lines.join('\n') })}
        >
          {t('ui:details.copy')}
        </Button>
      )}
    </div>
  );
}
