import { ArrowLeftIcon } from '@blueprintjs/icons/lib/esm/generated/components/arrow-left.js';
import { ArrowRightIcon } from '@blueprintjs/icons/lib/esm/generated/components/arrow-right.js';
import { AutomaticUpdatesIcon } from '@blueprintjs/icons/lib/esm/generated/components/automatic-updates.js';
import { CalendarIcon } from '@blueprintjs/icons/lib/esm/generated/components/calendar.js';
import { CaretDownIcon } from '@blueprintjs/icons/lib/esm/generated/components/caret-down.js';
import { ChevronLeftIcon } from '@blueprintjs/icons/lib/esm/generated/components/chevron-left.js';
import { ChevronRightIcon } from '@blueprintjs/icons/lib/esm/generated/components/chevron-right.js';
import { ClipboardIcon } from '@blueprintjs/icons/lib/esm/generated/components/clipboard.js';
import { CogIcon } from '@blueprintjs/icons/lib/esm/generated/components/cog.js';
import { CrossIcon } from '@blueprintjs/icons/lib/esm/generated/components/cross.js';
import { DocumentIcon } from '@blueprintjs/icons/lib/esm/generated/components/document.js';
import { DoubleCaretVerticalIcon } from '@blueprintjs/icons/lib/esm/generated/components/double-caret-vertical.js';
import { DuplicateIcon } from '@blueprintjs/icons/lib/esm/generated/components/duplicate.js';
import { EnvelopeIcon } from '@blueprintjs/icons/lib/esm/generated/components/envelope.js';
import { ErrorIcon } from '@blueprintjs/icons/lib/esm/generated/components/error.js';
import { FlameIcon } from '@blueprintjs/icons/lib/esm/generated/components/flame.js';
import { FlashIcon } from '@blueprintjs/icons/lib/esm/generated/components/flash.js';
import { FolderCloseIcon } from '@blueprintjs/icons/lib/esm/generated/components/folder-close.js';
import { GlobeIcon } from '@blueprintjs/icons/lib/esm/generated/components/globe.js';
import { GridViewIcon } from '@blueprintjs/icons/lib/esm/generated/components/grid-view.js';
import { HelpIcon } from '@blueprintjs/icons/lib/esm/generated/components/help.js';
import { HomeIcon } from '@blueprintjs/icons/lib/esm/generated/components/home.js';
import { InboxIcon } from '@blueprintjs/icons/lib/esm/generated/components/inbox.js';
import { LockIcon } from '@blueprintjs/icons/lib/esm/generated/components/lock.js';
import { LogInIcon } from '@blueprintjs/icons/lib/esm/generated/components/log-in.js';
import { LogOutIcon } from '@blueprintjs/icons/lib/esm/generated/components/log-out.js';
import { MapIcon } from '@blueprintjs/icons/lib/esm/generated/components/map.js';
import { MenuIcon } from '@blueprintjs/icons/lib/esm/generated/components/menu.js';
import { MinusIcon } from '@blueprintjs/icons/lib/esm/generated/components/minus.js';
import { MoonIcon } from '@blueprintjs/icons/lib/esm/generated/components/moon.js';
import { NotificationsIcon } from '@blueprintjs/icons/lib/esm/generated/components/notifications.js';
import { PeopleIcon } from '@blueprintjs/icons/lib/esm/generated/components/people.js';
import { RefreshIcon } from '@blueprintjs/icons/lib/esm/generated/components/refresh.js';
import { SearchIcon } from '@blueprintjs/icons/lib/esm/generated/components/search.js';
import { SortAscIcon } from '@blueprintjs/icons/lib/esm/generated/components/sort-asc.js';
import { SortDescIcon } from '@blueprintjs/icons/lib/esm/generated/components/sort-desc.js';
import { TemperatureIcon } from '@blueprintjs/icons/lib/esm/generated/components/temperature.js';
import { TickIcon } from '@blueprintjs/icons/lib/esm/generated/components/tick.js';
import { TimelineBarChartIcon } from '@blueprintjs/icons/lib/esm/generated/components/timeline-bar-chart.js';
import { TintIcon } from '@blueprintjs/icons/lib/esm/generated/components/tint.js';
import { TrendingDownIcon } from '@blueprintjs/icons/lib/esm/generated/components/trending-down.js';
import { TrendingUpIcon } from '@blueprintjs/icons/lib/esm/generated/components/trending-up.js';
import { UserIcon } from '@blueprintjs/icons/lib/esm/generated/components/user.js';
import { WarningSignIcon } from '@blueprintjs/icons/lib/esm/generated/components/warning-sign.js';
import type { IconName } from '../../schemas/manifest/parts.ts';

type ShellIconName =
  | 'caret-down'
  | 'chevron-left'
  | 'chevron-right'
  | 'clipboard-copy'
  | 'close'
  | 'estimated'
  | 'globe'
  | 'menu'
  | 'refresh'
  | 'sort-ascending'
  | 'sort-descending'
  | 'tick'
  | 'trend-down'
  | 'trend-none'
  | 'trend-up'
  | 'unsorted';

// One by one: Blueprint's loader would bring all 700.
const icons: Readonly<Record<IconName | ShellIconName, typeof HomeIcon>> = {
  'arrow-left': ArrowLeftIcon,
  'arrow-right': ArrowRightIcon,
  bell: NotificationsIcon,
  calendar: CalendarIcon,
  'caret-down': CaretDownIcon,
  chart: TimelineBarChartIcon,
  'chevron-left': ChevronLeftIcon,
  'chevron-right': ChevronRightIcon,
  clipboard: ClipboardIcon,
  'clipboard-copy': DuplicateIcon,
  close: CrossIcon,
  cog: CogIcon,
  document: DocumentIcon,
  drop: TintIcon,
  envelope: EnvelopeIcon,
  error: ErrorIcon,
  estimated: AutomaticUpdatesIcon,
  flame: FlameIcon,
  folder: FolderCloseIcon,
  globe: GlobeIcon,
  grid: GridViewIcon,
  help: HelpIcon,
  home: HomeIcon,
  inbox: InboxIcon,
  lock: LockIcon,
  'log-in': LogInIcon,
  'log-out': LogOutIcon,
  map: MapIcon,
  menu: MenuIcon,
  moon: MoonIcon,
  people: PeopleIcon,
  refresh: RefreshIcon,
  search: SearchIcon,
  'sort-ascending': SortAscIcon,
  'sort-descending': SortDescIcon,
  sun: FlashIcon,
  temperature: TemperatureIcon,
  tick: TickIcon,
  'trend-down': TrendingDownIcon,
  'trend-none': MinusIcon,
  'trend-up': TrendingUpIcon,
  unsorted: DoubleCaretVerticalIcon,
  user: UserIcon,
  warning: WarningSignIcon,
};

interface IconProps {
  readonly name: IconName | ShellIconName;
  readonly size?: number;
  readonly className?: string;
}

/** An icon as decoration: the words beside it say what it means. */
export function Icon({ name, size = 16, className }: IconProps) {
  const Drawing = icons[name];
  return <Drawing size={size} {...(className && { className })} aria-hidden="true" />;
}
