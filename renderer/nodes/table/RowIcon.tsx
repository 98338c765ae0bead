import arrowDown from '@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-down.js';
import arrowUp from '@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-up.js';
import documentPaths from '@blueprintjs/icons/lib/esm/generated/16px/paths/document.js';
import download from '@blueprintjs/icons/lib/esm/generated/16px/paths/download.js';
import edit from '@blueprintjs/icons/lib/esm/generated/16px/paths/edit.js';
import eyeOpen from '@blueprintjs/icons/lib/esm/generated/16px/paths/eye-open.js';
import key from '@blueprintjs/icons/lib/esm/generated/16px/paths/key.js';
import lock from '@blueprintjs/icons/lib/esm/generated/16px/paths/lock.js';
import minus from '@blueprintjs/icons/lib/esm/generated/16px/paths/minus.js';
import percentage from '@blueprintjs/icons/lib/esm/generated/16px/paths/percentage.js';
import plus from '@blueprintjs/icons/lib/esm/generated/16px/paths/plus.js';
import refresh from '@blueprintjs/icons/lib/esm/generated/16px/paths/refresh.js';
import search from '@blueprintjs/icons/lib/esm/generated/16px/paths/search.js';
import shield from '@blueprintjs/icons/lib/esm/generated/16px/paths/shield.js';
import tick from '@blueprintjs/icons/lib/esm/generated/16px/paths/tick.js';
import time from '@blueprintjs/icons/lib/esm/generated/16px/paths/time.js';
import trash from '@blueprintjs/icons/lib/esm/generated/16px/paths/trash.js';
import undo from '@blueprintjs/icons/lib/esm/generated/16px/paths/undo.js';
import unlock from '@blueprintjs/icons/lib/esm/generated/16px/paths/unlock.js';
import user from '@blueprintjs/icons/lib/esm/generated/16px/paths/user.js';
import type { RowIconName } from '../../../schemas/manifest/table.ts';
import { IconDrawing, type IconPaths } from '../../core/IconDrawing.tsx';

const icons: Readonly<Record<RowIconName, IconPaths>> = {
  clock: time,
  delete: trash,
  document: documentPaths,
  down: arrowDown,
  download: download,
  edit: edit,
  eye: eyeOpen,
  find: search,
  key: key,
  loader: refresh,
  lock: lock,
  minus: minus,
  percentage: percentage,
  permission: shield,
  plus: plus,
  restore: undo,
  tick,
  unlock: unlock,
  up: arrowUp,
  user: user,
};

/** The icon of a row's or a selection's action (specification §2). */
export function RowIcon({ name }: { name: RowIconName }) {
  return (
    <IconDrawing
      paths={icons[name]}
      className={name === 'loader' ? 'row-icon-turning' : undefined}
    />
  );
}
