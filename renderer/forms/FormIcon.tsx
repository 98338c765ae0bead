import arrowDown from '@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-down.js';
import arrowUp from '@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-up.js';
import blank from '@blueprintjs/icons/lib/esm/generated/16px/paths/blank.js';
import cross from '@blueprintjs/icons/lib/esm/generated/16px/paths/cross.js';
import dragHandle from '@blueprintjs/icons/lib/esm/generated/16px/paths/drag-handle-vertical.js';
import duplicate from '@blueprintjs/icons/lib/esm/generated/16px/paths/duplicate.js';
import edit from '@blueprintjs/icons/lib/esm/generated/16px/paths/edit.js';
import eyeOff from '@blueprintjs/icons/lib/esm/generated/16px/paths/eye-off.js';
import eyeOpen from '@blueprintjs/icons/lib/esm/generated/16px/paths/eye-open.js';
import minus from '@blueprintjs/icons/lib/esm/generated/16px/paths/minus.js';
import plus from '@blueprintjs/icons/lib/esm/generated/16px/paths/plus.js';
import tick from '@blueprintjs/icons/lib/esm/generated/16px/paths/tick.js';
import trash from '@blueprintjs/icons/lib/esm/generated/16px/paths/trash.js';
import { IconDrawing } from '../core/IconDrawing.tsx';

const icons = {
  add: plus,
  blank: blank,
  clear: cross,
  copy: duplicate,
  down: arrowDown,
  edit: edit,
  grip: dragHandle,
  hide: eyeOff,
  minus: minus,
  remove: trash,
  show: eyeOpen,
  tick: tick,
  up: arrowUp,
} as const;

/** The icons of forms, which come with the forms' own chunk. */
export function FormIcon({ name }: { name: keyof typeof icons }) {
  return <IconDrawing paths={icons[name]} />;
}
