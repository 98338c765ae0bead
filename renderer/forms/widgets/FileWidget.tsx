import { Button, FileInput } from '@blueprintjs/core';
import { dataURItoBlob, type WidgetProps } from '@rjsf/utils';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormIcon } from '../FormIcon.tsx';
import { inputWiring } from '../wiring.ts';

/** Files as data URLs with their names in them, which is how JSON can carry them. */
export function FileWidget(props: WidgetProps) {
  const { t } = useTranslation();
  const { id, value, multiple, options, onChange, onBlur } = props;
  const [isReading, setIsReading] = useState(false);
  const { autoFocus: _never, disabled, ...wiring } = inputWiring(props);
  const given: string[] = [value ?? []].flat();
  const prompt = t(multiple ? 'forms:file.several' : 'forms:file.one');

  async function onPick(list: FileList | null) {
    if (!list?.length) return;
    setIsReading(true);
    const read = await Promise.all([...list].map(readFile));
    setIsReading(false);
    onChange(multiple ? [...given, ...read] : read[0]);
  }

  function remove(at: number) {
    const left = given.filter((_one, each) => each !== at);
    onChange(multiple ? left : options.emptyValue);
  }

  return (
    <div className="form-files">
      <FileInput
        fill
        disabled={disabled || isReading}
        text={isReading ? t('forms:file.reading') : prompt}
        buttonText={t('forms:file.browse')}
        inputProps={{
          ...wiring,
          multiple: Boolean(multiple),
          ...(typeof options.accept === 'string' && { accept: options.accept }),
          onBlur: () => onBlur(id, value),
        }}
        onInputChange={(event) => void onPick(event.currentTarget.files)}
      />
      {given.length > 0 && (
        <ul>
          {given.map((one, at) => {
            const { name, size } = describe(one);
            return (
              <li key={`${name}-${one.length}`}>
                <span>{t('forms:file.entry', { name, size: Math.ceil(size / 1024) })}</span>
                <Button
                  variant="minimal"
                  size="small"
                  disabled={disabled}
                  aria-label={t('forms:remove', { label: name })}
                  icon={<FormIcon name="remove" />}
                  onClick={() => remove(at)}
                />
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

function readFile(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error ?? new Error(`${file.name} can’t be read.`));
    reader.onload = () => {
      const name = `;name=${encodeURIComponent(file.name)};base64`;
      resolve(String(reader.result).replace(';base64', name));
    };
    reader.readAsDataURL(file);
  });
}

function describe(dataUrl: string): { name: string; size: number } {
  try {
    const { blob, name } = dataURItoBlob(dataUrl);
    return { name, size: blob.size };
  } catch {
    return { name: '?', size: 0 };
  }
}
