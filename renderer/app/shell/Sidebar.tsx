import './sidebar.css';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { SidebarSection } from '../../../schemas/manifest/compiled.ts';
import { Icon } from '../../core/Icon.tsx';
import { useHref } from '../../core/link.ts';
import { useManifestIndex } from '../../core/manifest.ts';
import { useRunAction } from '../../core/runAction.ts';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { UpgradeTooltip } from '../../core/UpgradeTooltip.tsx';

type Option = SidebarSection['options'][number];

/**
 * A module's own menu. Selected is what leads to this page, else what was clicked, else what is
 * flagged active, else the first of all.
 */
export function Sidebar({ module }: { module: string }) {
  const { t } = useTranslation();
  const text = useText();
  const href = useHref();
  const run = useRunAction();
  const { pathname } = useLocation();
  const sections = useManifestIndex().sidebars?.[module] ?? [];
  const [clicked, setClicked] = useState<string>();
  const options = sections.flatMap((section) => section.options);
  const here = options.find(
    ({ action }) => action.do === 'go' && href(action.to)?.split('?')[0] === pathname,
  );
  const selected =
    here ??
    options.find((option) => keyOf(option) === clicked) ??
    options.find(({ active }) => active) ??
    options[0];
  if (!selected) return null;

  function choose(option: Option) {
    setClicked(keyOf(option));
    void run(option.action);
  }

  return (
    <nav className="sidebar" aria-label={t('ui:sidebar')}>
      {sections.map((section) => (
        <section key={section.id}>
          <h2 className="sidebar-title">{text(section.label)}</h2>
          <ul>
            {section.options.map((option) => (
              <li key={option.id}>
                <SidebarOption
                  option={option}
                  isSelected={option === selected}
                  onChoose={() => choose(option)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function SidebarOption({
  option: { label, icon, hasPrivilege },
  isSelected,
  onChoose,
}: {
  option: Option;
  isSelected: boolean;
  onChoose: () => void;
}) {
  const text = useText();
  const content = (
    <>
      {icon && <Icon name={icon} />}
      <span className="navigation-label">{text(label)}</span>
    </>
  );
  if (!hasPrivilege) {
    return (
      <UpgradeTooltip className="sidebar-option sidebar-option-locked">
        {content}
        <Icon name="lock" size={12} />
      </UpgradeTooltip>
    );
  }
  return (
    <button
      type="button"
      className="sidebar-option"
      aria-current={isSelected ? 'true' : undefined}
      onClick={onChoose}
    >
      {content}
    </button>
  );
}

function keyOf({ sectionId, id }: Option): string {
  return `${sectionId}/${id}`;
}
