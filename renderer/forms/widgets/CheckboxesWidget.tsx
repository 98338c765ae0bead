import { Button, Checkbox } from '@blueprintjs/core';
import type { WidgetProps } from '@rjsf/utils';
import { useTranslation } from '../../core/translation.ts';
import { describedBy } from '../wiring.ts';
import { ChoiceLevels } from './ChoiceLevels.tsx';
import { choicesOf, isDisabled } from './ChoiceWidgets.tsx';

/** Choices that stand together, under a heading. */
export interface LabelledGroup {
  readonly label: string;
  readonly values: readonly unknown[];
}

/** Several of a list, all in sight; a long one under the headings of its groups. */
export function CheckboxesWidget(props: WidgetProps) {
  const { id, value, label, hideLabel, options, onChange } = props;
  const choices = choicesOf(props);
  const chosen: unknown[] = Array.isArray(value) ? value : [];
  const isThere = (one: unknown) => choices.some((choice) => choice.value === one);
  const listThere = (name: string) =>
    (options[name] as readonly LabelledGroup[] | undefined)
      ?.map((group) => ({ ...group, values: group.values.filter(isThere) }))
      .filter(({ values }) => values.length > 0);
  const groups = listThere('groups');
  const levels = listThere('levels');
  const mark = (values: readonly unknown[], isChosen: boolean) =>
    onChange(
      // In the order of the list, whatever was ticked first.
      choices
        .map((choice) => choice.value)
        .filter((each) => (values.includes(each) ? isChosen : chosen.includes(each))),
    );
  const draw = ({ value: one, label: words }: (typeof choices)[number]) => (
    <Checkbox
      key={String(one)}
      id={`${id}-${choices.findIndex((choice) => choice.value === one)}`}
      label={words}
      checked={chosen.includes(one)}
      disabled={isFixed(props) || isDisabled(props, { value: one, label: words })}
      onChange={() => mark([one], !chosen.includes(one))}
      onBlur={() => props.onBlur(id, value)}
    />
  );
  const boxes = groups
    ? groups.map((group) => (
        <fieldset key={group.label} className="form-choice-group">
          <legend>{group.label}</legend>
          {!isFixed(props) && <MarkAll group={group} chosen={chosen} onMark={mark} />}
          {choices.filter((choice) => group.values.includes(choice.value)).map(draw)}
        </fieldset>
      ))
    : choices.map(draw);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the field's own fieldset is around it.
    <div
      id={id}
      role="group"
      aria-label={hideLabel ? undefined : label}
      aria-describedby={describedBy(props)}
      className={options.inline ? 'form-choices form-choices-inline' : 'form-choices'}
    >
      {levels && !isFixed(props) ? (
        <ChoiceLevels {...{ id, levels, chosen, onChange }}>{boxes}</ChoiceLevels>
      ) : (
        boxes
      )}
    </div>
  );
}

interface MarkAllProps {
  readonly group: LabelledGroup;
  readonly chosen: readonly unknown[];
  readonly onMark: (values: readonly unknown[], isChosen: boolean) => void;
}

/** Ticks a whole group, or none of it once all of it is. */
function MarkAll({ group: { label, values }, chosen, onMark }: MarkAllProps) {
  const { t } = useTranslation();
  const areAll = values.every((value) => chosen.includes(value));
  const words = t(areAll ? 'forms:choices.none' : 'forms:choices.all');
  return (
    <Button
      variant="minimal"
      size="small"
      className="form-choice-all"
      aria-label={`${words}: ${label}`}
      text={words}
      onClick={() => onMark(values, !areAll)}
    />
  );
}

function isFixed({ disabled, readonly }: WidgetProps): boolean {
  return Boolean(disabled) || Boolean(readonly);
}
