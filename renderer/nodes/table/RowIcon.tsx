import archive from '@blueprintjs/icons/lib/esm/generated/16px/paths/archive.js';
import arrowDown from '@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-down.js';
import arrowUp from '@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-up.js';
import calendar from '@blueprintjs/icons/lib/esm/generated/16px/paths/calendar.js';
import documentPaths from '@blueprintjs/icons/lib/esm/generated/16px/paths/document.js';
import download from '@blueprintjs/icons/lib/esm/generated/16px/paths/download.js';
import edit from '@blueprintjs/icons/lib/esm/generated/16px/paths/edit.js';
import envelope from '@blueprintjs/icons/lib/esm/generated/16px/paths/envelope.js';
import exchange from '@blueprintjs/icons/lib/esm/generated/16px/paths/exchange.js';
import eyeOpen from '@blueprintjs/icons/lib/esm/generated/16px/paths/eye-open.js';
import key from '@blueprintjs/icons/lib/esm/generated/16px/paths/key.js';
import lock from '@blueprintjs/icons/lib/esm/generated/16px/paths/lock.js';
import minus from '@blueprintjs/icons/lib/esm/generated/16px/paths/minus.js';
import people from '@blueprintjs/icons/lib/esm/generated/16px/paths/people.js';
import percentage from '@blueprintjs/icons/lib/esm/generated/16px/paths/percentage.js';
import plus from '@blueprintjs/icons/lib/esm/generated/16px/paths/plus.js';
import refresh from '@blueprintjs/icons/lib/esm/generated/16px/paths/refresh.js';
import repeat from '@blueprintjs/icons/lib/esm/generated/16px/paths/repeat.js';
import search from '@blueprintjs/icons/lib/esm/generated/16px/paths/search.js';
import share from '@blueprintjs/icons/lib/esm/generated/16px/paths/share.js';
import shield from '@blueprintjs/icons/lib/esm/generated/16px/paths/shield.js';
import tick from '@blueprintjs/icons/lib/esm/generated/16px/paths/tick.js';
import time from '@blueprintjs/icons/lib/esm/generated/16px/paths/time.js';
import trash from '@blueprintjs/icons/lib/esm/generated/16px/paths/trash.js';
import undo from '@blueprintjs/icons/lib/esm/generated/16px/paths/undo.js';
import unlock from '@blueprintjs/icons/lib/esm/generated/16px/paths/unlock.js';
import user from '@blueprintjs/icons/lib/esm/generated/16px/paths/user.js';
import type { RowIconName } from '../../../schemas/manifest/table.ts';
import { IconDrawing, type IconPaths } from '../../core/IconDrawing.tsx';

/** A switch, which no icon set of ours has: a pill with its knob at one end. */
const pill = 'M5 3h6a5 5 0 0 1 0 10H5A5 5 0 0 1 5 3z';
const draw = (path: string) => [path] as unknown as IconPaths;
const switchPaths = {
  on: draw(`${pill}m6 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6z`),
  off: draw(
    `${pill}m0 1.5a3.5 3.5 0 0 0 0 7h6a3.5 3.5 0 0 0 0-7zM5 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4z`,
  ),
};

const icons: Readonly<Record<RowIconName, IconPaths>> = {
  ...switchPaths,
  archive,
  calendar,
  clock: time,
  delete: trash,
  document: documentPaths,
  down: arrowDown,
  download: download,
  edit: edit,
  envelope,
  exchange,
  eye: eyeOpen,
  find: search,
  key: key,
  link: share,
  loader: refresh,
  lock: lock,
  minus: minus,
  people,
  percentage: percentage,
  permission: shield,
  plus: plus,
  repeat,
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
