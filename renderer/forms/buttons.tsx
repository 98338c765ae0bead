import { Button } from '@blueprintjs/core';
import { getSubmitButtonOptions, type IconButtonProps, type SubmitButtonProps } from '@rjsf/utils';
import { useTranslation } from '../core/translation.ts';
import { FormIcon } from './FormIcon.tsx';

type Name = Parameters<typeof FormIcon>[0]['name'];

function iconButton(name: Name, key: string, hasText = false) {
  return function FormButton({ id, className, disabled, onClick, title }: IconButtonProps) {
    const { t } = useTranslation();
    const label = title ?? t(key);
    return (
      <Button
        {...(id && { id })}
        {...(className && { className })}
        variant={hasText ? 'outlined' : 'minimal'}
        size="small"
        disabled={Boolean(disabled)}
        icon={<FormIcon name={name} />}
        {...(hasText ? { text: label } : { 'aria-label': label, title: label })}
        {...(onClick && { onClick: onClick as never })}
      />
    );
  };
}

export const AddButton = iconButton('add', 'forms:array.add', true);
export const CopyButton = iconButton('copy', 'forms:array.copy');
export const MoveUpButton = iconButton('up', 'forms:array.up');
export const MoveDownButton = iconButton('down', 'forms:array.down');
export const RemoveButton = iconButton('remove', 'forms:array.remove');
export const ClearButton = iconButton('clear', 'forms:clear');

export function SubmitButton({ uiSchema }: SubmitButtonProps) {
  const { t } = useTranslation();
  const { submitText, norender, props = {} } = getSubmitButtonOptions(uiSchema);
  if (norender) return null;
  return (
    <Button
      type="submit"
      intent="primary"
      size="large"
      loading={Boolean(props['loading'])}
      disabled={Boolean(props.disabled)}
      text={submitText && submitText !== 'Submit' ? submitText : t('forms:submit')}
    />
  );
}
