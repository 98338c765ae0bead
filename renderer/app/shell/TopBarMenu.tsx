import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { TopBarEntry } from '../../../schemas/manifest/compiled.ts';
import type { EntryMenu } from '../../../schemas/manifest/menu.ts';
import { readField } from '../../core/bindings.ts';
import { readRows, useSource } from '../../core/data.ts';
import { Icon } from '../../core/Icon.tsx';
import { useRunAction } from '../../core/runAction.ts';
import { Skeleton } from '../../core/Skeleton.tsx';
import { useText } from '../../core/text.ts';

interface TopBarMenuProps {
  readonly entry: TopBarEntry & { readonly menu: EntryMenu };
  readonly onClose: () => void;
}

/** What a call answers, a row each; a list that can't be had is an empty one. */
export default function TopBarMenu({ entry: { menu, path }, onClose }: TopBarMenuProps) {
  const text = useText();
  const { data, error, isPending } = useSource(menu.source);
  const rows = error ? [] : readRows(data, 'content');
  if (isPending && !error) return <Skeleton shape="text" />;
  return (
    <>
      {rows.length === 0 && <p className="top-bar-menu-empty">{text(menu.empty)}</p>}
      <ul className="user-menu-entries">
        {rows.map((row) => (
          <li key={String(readField(row, menu.rowKey))}>
            <MenuRow menu={menu} row={row} />
          </li>
        ))}
        <li className="top-bar-menu-more">
          <Link className="user-menu-entry" to={path} onClick={onClose}>
            <Icon name="arrow-right" />
            {text(menu.more)}
          </Link>
        </li>
      </ul>
    </>
  );
}

/** It stays open: a failure is said beside it, and another one may be wanted as well. */
function MenuRow({ menu, row }: { menu: EntryMenu; row: unknown }) {
  const text = useText();
  const run = useRunAction();
  const [isBusy, setIsBusy] = useState(false);

  async function start() {
    if (isBusy) return;
    setIsBusy(true);
    await run(menu.action, { row });
    setIsBusy(false);
  }

  return (
    <button
      type="button"
      className="user-menu-entry"
      aria-disabled={isBusy}
      onClick={() => void start()}
    >
      <Icon name="document" />
      {text(menu.label, row)}
    </button>
  );
}
