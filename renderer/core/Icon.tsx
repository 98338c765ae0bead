import arrowLeft from '@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-left.js';
import arrowRight from '@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-right.js';
import automaticUpdates from '@blueprintjs/icons/lib/esm/generated/16px/paths/automatic-updates.js';
import calendar from '@blueprintjs/icons/lib/esm/generated/16px/paths/calendar.js';
import caretDown from '@blueprintjs/icons/lib/esm/generated/16px/paths/caret-down.js';
import chevronLeft from '@blueprintjs/icons/lib/esm/generated/16px/paths/chevron-left.js';
import chevronRight from '@blueprintjs/icons/lib/esm/generated/16px/paths/chevron-right.js';
import clipboard from '@blueprintjs/icons/lib/esm/generated/16px/paths/clipboard.js';
import cog from '@blueprintjs/icons/lib/esm/generated/16px/paths/cog.js';
import cross from '@blueprintjs/icons/lib/esm/generated/16px/paths/cross.js';
import document from '@blueprintjs/icons/lib/esm/generated/16px/paths/document.js';
import doubleCaretVertical from '@blueprintjs/icons/lib/esm/generated/16px/paths/double-caret-vertical.js';
import duplicate from '@blueprintjs/icons/lib/esm/generated/16px/paths/duplicate.js';
import envelope from '@blueprintjs/icons/lib/esm/generated/16px/paths/envelope.js';
import error from '@blueprintjs/icons/lib/esm/generated/16px/paths/error.js';
import flame from '@blueprintjs/icons/lib/esm/generated/16px/paths/flame.js';
import flash from '@blueprintjs/icons/lib/esm/generated/16px/paths/flash.js';
import folderClose from '@blueprintjs/icons/lib/esm/generated/16px/paths/folder-close.js';
import gridView from '@blueprintjs/icons/lib/esm/generated/16px/paths/grid-view.js';
import help from '@blueprintjs/icons/lib/esm/generated/16px/paths/help.js';
import home from '@blueprintjs/icons/lib/esm/generated/16px/paths/home.js';
import inbox from '@blueprintjs/icons/lib/esm/generated/16px/paths/inbox.js';
import lock from '@blueprintjs/icons/lib/esm/generated/16px/paths/lock.js';
import logIn from '@blueprintjs/icons/lib/esm/generated/16px/paths/log-in.js';
import logOut from '@blueprintjs/icons/lib/esm/generated/16px/paths/log-out.js';
import map from '@blueprintjs/icons/lib/esm/generated/16px/paths/map.js';
import menu from '@blueprintjs/icons/lib/esm/generated/16px/paths/menu.js';
import minus from '@blueprintjs/icons/lib/esm/generated/16px/paths/minus.js';
import moon from '@blueprintjs/icons/lib/esm/generated/16px/paths/moon.js';
import notifications from '@blueprintjs/icons/lib/esm/generated/16px/paths/notifications.js';
import people from '@blueprintjs/icons/lib/esm/generated/16px/paths/people.js';
import refresh from '@blueprintjs/icons/lib/esm/generated/16px/paths/refresh.js';
import search from '@blueprintjs/icons/lib/esm/generated/16px/paths/search.js';
import sortAsc from '@blueprintjs/icons/lib/esm/generated/16px/paths/sort-asc.js';
import sortDesc from '@blueprintjs/icons/lib/esm/generated/16px/paths/sort-desc.js';
import temperature from '@blueprintjs/icons/lib/esm/generated/16px/paths/temperature.js';
import tick from '@blueprintjs/icons/lib/esm/generated/16px/paths/tick.js';
import timelineBarChart from '@blueprintjs/icons/lib/esm/generated/16px/paths/timeline-bar-chart.js';
import tint from '@blueprintjs/icons/lib/esm/generated/16px/paths/tint.js';
import trendingDown from '@blueprintjs/icons/lib/esm/generated/16px/paths/trending-down.js';
import trendingUp from '@blueprintjs/icons/lib/esm/generated/16px/paths/trending-up.js';
import user from '@blueprintjs/icons/lib/esm/generated/16px/paths/user.js';
import warningSign from '@blueprintjs/icons/lib/esm/generated/16px/paths/warning-sign.js';
import type { IconName } from '../../schemas/manifest/parts.ts';
import { IconDrawing, type IconPaths } from './IconDrawing.tsx';

type ShellIconName =
  | 'caret-down'
  | 'chevron-left'
  | 'chevron-right'
  | 'clipboard-copy'
  | 'close'
  | 'estimated'
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
const icons: Readonly<Record<IconName | ShellIconName, IconPaths>> = {
  'arrow-left': arrowLeft,
  'arrow-right': arrowRight,
  bell: notifications,
  calendar: calendar,
  'caret-down': caretDown,
  chart: timelineBarChart,
  'chevron-left': chevronLeft,
  'chevron-right': chevronRight,
  clipboard: clipboard,
  'clipboard-copy': duplicate,
  close: cross,
  cog: cog,
  document: document,
  drop: tint,
  envelope: envelope,
  error: error,
  estimated: automaticUpdates,
  flame: flame,
  folder: folderClose,
  grid: gridView,
  help: help,
  home: home,
  inbox: inbox,
  lock: lock,
  'log-in': logIn,
  'log-out': logOut,
  map: map,
  menu: menu,
  moon: moon,
  people: people,
  refresh: refresh,
  search: search,
  'sort-ascending': sortAsc,
  'sort-descending': sortDesc,
  sun: flash,
  temperature: temperature,
  tick: tick,
  'trend-down': trendingDown,
  'trend-none': minus,
  'trend-up': trendingUp,
  unsorted: doubleCaretVertical,
  user: user,
  warning: warningSign,
};

interface IconProps {
  readonly name: IconName | ShellIconName;
  readonly size?: number;
  readonly className?: string;
}

/** An icon as decoration: the words beside it say what it means. */
export function Icon({ name, size, className }: IconProps) {
  return <IconDrawing paths={icons[name]} size={size} className={className} />;
}
