import { Radio } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../core/translation.ts';
import type { LabelledGroup } from './CheckboxesWidget.tsx';

interface ChoiceLevelsProps {
  readonly id: string;
  readonly levels: readonly LabelledGroup[];
  readonly chosen: readonly unknown[];
  readonly onChange: (values: readonly unknown[]) => void;
  /** The boxes themselves. */
  readonly children: ReactNode;
}

const areSame = (some: readonly unknown[], others: readonly unknown[]) =>
  some.length === others.length && some.every((one) => others.includes(one));

/** Ready selections, one of which may be what is ticked; the boxes are folded unless none is. */
export function ChoiceLevels({ id, levels, chosen, onChange, children }: ChoiceLevelsProps) {
  const { t } = useTranslation();
  // Who has little of what there is sees no two names for it.
  const distinct = levels.filter(
    ({ values }, at) => levels.findIndex((level) => areSame(level.values, values)) === at,
  );
  const isChosen = ({ values }: LabelledGroup) => areSame(values, chosen);
  const [isOpen] = useState(() => chosen.length > 0 && !distinct.some(isChosen));
  if (distinct.length < 2) return children;
  return (
    <>
      {distinct.map((level) => (
        <Radio
          key={level.label}
          name={`${id}-level`}
          label={level.label}
          checked={isChosen(level)}
          onChange={() => onChange(level.values)}
        />
      ))}
      <details className="form-choice-each" open={isOpen}>
        <summary>{t('forms:choices.each')}</summary>
        {children}
      </details>
    </>
  );
}
