import './upload.css';
import { Button, FileInput } from '@blueprintjs/core';
import type { WidgetProps } from '@rjsf/utils';
import { type DragEvent, useRef, useState } from 'react';
import { fileKinds } from '../../../schemas/entities/fileKinds.ts';
import type { JsonSchema } from '../../../schemas/manifest/compiledForm.ts';
import { useTranslation } from '../../core/translation.ts';
import { FormIcon } from '../FormIcon.tsx';
import { type FormSurroundings, inputWiring } from '../wiring.ts';
import { describeUpload, listExtensions, type SentFile, useUploads } from './useUploads.ts';

/** Files that are sent as soon as they are chosen or dropped; the form holds the ids of the uploads. */
export default function UploadField(props: WidgetProps) {
  const { t } = useTranslation();
  const { id, value, schema, onChange, onBlur, registry } = props;
  const {
    autoFocus: _never,
    disabled,
    'aria-describedby': described,
    ...wiring
  } = inputWiring(props);
  const { onBusy, onHold } = (registry.formContext ?? {}) as Partial<FormSurroundings>;
  const { limits, most } = readLimits(schema as object as JsonSchema);
  const isList = most !== undefined;
  const given = [value ?? []].flat() as string[];
  // Two may arrive between renders.
  const latest = useRef(given);
  latest.current = given;
  const [isOver, setIsOver] = useState(false);
  const rulesId = `${id}__rules`;

  const hold = (ids: readonly string[]) => {
    latest.current = [...ids];
    onHold?.(id, ids);
    onChange(isList ? ids : ids[0]);
  };
  const { files, add, forget, giveUp } = useUploads({
    limits,
    onBusy,
    room: () => (isList ? most - latest.current.length : 1),
    onSent: (upload) => {
      if (isList) return hold([...latest.current, upload]);
      latest.current.forEach(giveUp);
      hold([upload]);
    },
  });

  function pick(list: FileList | null) {
    if (!disabled && list?.length) void add([...list]);
  }

  const dropping = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(!disabled);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      pick(event.dataTransfer.files);
    },
  };

  return (
    <div className="form-files" data-over={isOver} {...dropping}>
      <FileInput
        fill
        disabled={disabled}
        text={t(isList ? 'forms:file.several' : 'forms:file.one')}
        buttonText={t('forms:file.browse')}
        inputProps={{
          ...wiring,
          'aria-describedby': [described, rulesId].filter(Boolean).join(' '),
          multiple: isList,
          accept: limits.accept
            .flatMap((kind) => [kind, ...fileKinds[kind].map((extension) => `.${extension}`)])
            .join(','),
          onBlur: () => onBlur(id, value),
        }}
        onInputChange={({ currentTarget }) => {
          pick(currentTarget.files);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
      <p id={rulesId} className="form-help">
        {t('forms:file.rules', {
          list: listExtensions(limits.accept),
          size: limits.mostBytes / 1e6,
        })}
        {isList && Number.isFinite(most) && ` ${t('forms:file.most', { count: most })}`}
      </p>
      {given.length + files.length > 0 && (
        <ul>
          {given.map((upload) => (
            <ThereFile
              key={upload}
              upload={upload}
              disabled={disabled}
              onRemove={() => {
                giveUp(upload);
                hold(latest.current.filter((one) => one !== upload));
              }}
            />
          ))}
          {files.map((file) => (
            <UnderWay key={file.key} file={file} onRemove={() => forget(file.key)} />
          ))}
        </ul>
      )}
    </div>
  );
}

function ThereFile({
  upload,
  disabled,
  onRemove,
}: {
  upload: string;
  disabled: boolean;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const { name, size } = describeUpload(upload);
  return (
    <li>
      <span className="form-file-name">
        <FormIcon name="tick" />
        {t('forms:file.entry', { name, size: Math.ceil(size / 1000) })}
      </span>
      <RemoveButton label={name} disabled={disabled} onClick={onRemove} />
    </li>
  );
}

function UnderWay({ file, onRemove }: { file: SentFile; onRemove: () => void }) {
  const { t } = useTranslation();
  const { name, share, error, stop } = file;
  return (
    <li>
      <div className="form-file-name">
        <span>{name}</span>
        {error === undefined ? (
          <progress max={1} value={share} aria-label={t('forms:file.sending', { name })} />
        ) : (
          <span className="form-errors" role="alert">
            {error}
          </span>
        )}
      </div>
      <RemoveButton label={name} onClick={error === undefined ? stop : onRemove} />
    </li>
  );
}

function RemoveButton({
  label,
  ...button
}: {
  label: string;
  disabled?: boolean;
  onClick: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Button
      variant="minimal"
      size="small"
      aria-label={t('forms:remove', { label })}
      icon={<FormIcon name="remove" />}
      {...button}
    />
  );
}

/** `most` of a list alone: one file takes the place of the one before. */
function readLimits(schema: JsonSchema) {
  const limits = (schema.items ?? schema).upload;
  if (!limits) throw new Error('The schema of a field with the widget «file» is no upload’s.');
  const most = schema.items && Number(schema['maxItems'] ?? Number.POSITIVE_INFINITY);
  return { limits, most };
}
