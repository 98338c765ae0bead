import { lazyPart } from '../../core/lazyPart.tsx';
import { PopoverButton, toolClass } from '../../core/PopoverButton.tsx';
import { useTranslation } from '../../core/translation.ts';
import type { TableHeadProps } from './TableHead.tsx';
import { hasTools } from './TableTools.tsx';
import { sortNameOf } from './tableState.ts';

const TableMenu = lazyPart(() => import('./TableMenu.tsx'));

/** Filters, order and tools of a table behind one button, for a phone has no room for them. */
export function PhoneTools(props: TableHeadProps) {
  const { node, list, state, columns } = props;
  const { t } = useTranslation();
  const canArrange =
    list !== undefined &&
    (list.selection !== undefined ||
      columns.some((column) => column.filter || sortNameOf(column, node.paging) !== undefined));
  if (!canArrange && !hasTools(props)) return null;
  const inEffect = columns.filter(({ id, filter }) => filter && state.filters[id]).length;
  return (
    <PopoverButton
      className={toolClass}
      preload={TableMenu.preload}
      content={() => <TableMenu {...props} />}
    >
      {t(canArrange ? 'ui:table.arrange' : 'ui:table.tools')}
      {inEffect > 0 && (
        <>
          {' '}
          <span className="tab-count" title={t('ui:table.filtered')}>
            {inEffect}
          </span>
        </>
      )}
    </PopoverButton>
  );
}
