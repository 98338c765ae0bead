import { DownloadIcon } from '@blueprintjs/icons/lib/esm/generated/components/download.js';
import { EditIcon } from '@blueprintjs/icons/lib/esm/generated/components/edit.js';
import { KeyIcon } from '@blueprintjs/icons/lib/esm/generated/components/key.js';
import { LockIcon } from '@blueprintjs/icons/lib/esm/generated/components/lock.js';
import { MinusIcon } from '@blueprintjs/icons/lib/esm/generated/components/minus.js';
import { PercentageIcon } from '@blueprintjs/icons/lib/esm/generated/components/percentage.js';
import { PlusIcon } from '@blueprintjs/icons/lib/esm/generated/components/plus.js';
import { RefreshIcon } from '@blueprintjs/icons/lib/esm/generated/components/refresh.js';
import { SearchIcon } from '@blueprintjs/icons/lib/esm/generated/components/search.js';
import { ShieldIcon } from '@blueprintjs/icons/lib/esm/generated/components/shield.js';
import { TrashIcon } from '@blueprintjs/icons/lib/esm/generated/components/trash.js';
import { UndoIcon } from '@blueprintjs/icons/lib/esm/generated/components/undo.js';
import { UnlockIcon } from '@blueprintjs/icons/lib/esm/generated/components/unlock.js';
import { UserIcon } from '@blueprintjs/icons/lib/esm/generated/components/user.js';
import type { RowIconName } from '../../../schemas/manifest/table.ts';

const icons: Readonly<Record<RowIconName, typeof PlusIcon>> = {
  delete: TrashIcon,
  download: DownloadIcon,
  edit: EditIcon,
  find: SearchIcon,
  key: KeyIcon,
  loader: RefreshIcon,
  lock: LockIcon,
  minus: MinusIcon,
  percentage: PercentageIcon,
  permission: ShieldIcon,
  plus: PlusIcon,
  restore: UndoIcon,
  unlock: UnlockIcon,
  user: UserIcon,
};

/** The icon of a row's or a selection's action (specification §2). */
export function RowIcon({ name }: { name: RowIconName }) {
  const Drawing = icons[name];
  return (
    <Drawing
      size={16}
      aria-hidden="true"
      {...(name === 'loader' && { className: 'row-icon-turning' })}
    />
  );
}
