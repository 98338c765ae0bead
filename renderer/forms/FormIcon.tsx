import { ArrowDownIcon } from '@blueprintjs/icons/lib/esm/generated/components/arrow-down.js';
import { ArrowUpIcon } from '@blueprintjs/icons/lib/esm/generated/components/arrow-up.js';
import { BlankIcon } from '@blueprintjs/icons/lib/esm/generated/components/blank.js';
import { CrossIcon } from '@blueprintjs/icons/lib/esm/generated/components/cross.js';
import { DuplicateIcon } from '@blueprintjs/icons/lib/esm/generated/components/duplicate.js';
import { EyeOffIcon } from '@blueprintjs/icons/lib/esm/generated/components/eye-off.js';
import { EyeOpenIcon } from '@blueprintjs/icons/lib/esm/generated/components/eye-open.js';
import { MinusIcon } from '@blueprintjs/icons/lib/esm/generated/components/minus.js';
import { PlusIcon } from '@blueprintjs/icons/lib/esm/generated/components/plus.js';
import { TickIcon } from '@blueprintjs/icons/lib/esm/generated/components/tick.js';
import { TrashIcon } from '@blueprintjs/icons/lib/esm/generated/components/trash.js';

const icons = {
  add: PlusIcon,
  blank: BlankIcon,
  clear: CrossIcon,
  copy: DuplicateIcon,
  down: ArrowDownIcon,
  hide: EyeOffIcon,
  minus: MinusIcon,
  remove: TrashIcon,
  show: EyeOpenIcon,
  tick: TickIcon,
  up: ArrowUpIcon,
} as const;

/** The icons of forms, which come with the forms' own chunk. */
export function FormIcon({ name }: { name: keyof typeof icons }) {
  const Drawing = icons[name];
  return <Drawing size={16} aria-hidden="true" />;
}
