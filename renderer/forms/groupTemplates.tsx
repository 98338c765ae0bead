import { Card } from '@blueprintjs/core';
import {
  type ArrayFieldItemButtonsTemplateProps,
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
  buttonId,
  canExpand,
  type GridTemplateProps,
  getTemplate,
  getUiOptions,
  type MultiSchemaFieldTemplateProps,
  type ObjectFieldTemplateProps,
  type OptionalDataControlsTemplateProps,
  type WrapIfAdditionalTemplateProps,
} from '@rjsf/utils';
import { lazy, Suspense } from 'react';
import { Skeleton } from '../core/Skeleton.tsx';
import { useTranslation } from '../core/translation.ts';
import { FoldedFields } from './FoldedFields.tsx';
import { hasErrors } from './hasErrors.ts';
import { sayValues } from './sayValues.ts';
import { descriptionIdOf, type FormSurroundings } from './wiring.ts';

// Few forms have one.
const SectionPeriod = lazy(() => import('./SectionPeriod.tsx'));

/** The fields of an object. The form's own are arranged by its sections, and only what shows is drawn. */
export function ObjectTemplate(props: ObjectFieldTemplateProps) {
  const { fieldPathId, properties, registry, schema, uiSchema, formData, title, description } =
    props;
  const surroundings = registry.formContext as Partial<FormSurroundings> | undefined;
  const isRoot = fieldPathId.path.length === 0;
  const isUnion = (schema.oneOf || schema.anyOf) && !schema.properties && properties.length === 0;
  if (isUnion) return null;
  if (isRoot && surroundings?.sections?.length) {
    return <Sections {...props} surroundings={surroundings as FormSurroundings} />;
  }
  const options = getUiOptions(uiSchema);
  const TitleTemplate = getTemplate('TitleFieldTemplate', registry, options);
  const DescriptionTemplate = getTemplate('DescriptionFieldTemplate', registry, options);
  const { AddButton } = registry.templates.ButtonTemplates;
  const shown = isRoot
    ? properties.filter(({ name }) => surroundings?.shown?.includes(name) ?? true)
    : properties;
  const isClosed = Boolean(props.disabled) || Boolean(props.readonly);
  const common = { schema, uiSchema: uiSchema ?? {}, registry };
  return (
    <fieldset className={isRoot ? 'form-root' : 'form-object'} id={fieldPathId.$id}>
      {title && (
        <TitleTemplate
          {...common}
          id={`${fieldPathId.$id}__title`}
          title={title}
          {...(props.required !== undefined && { required: props.required })}
          {...(!isClosed && { optionalDataControl: props.optionalDataControl })}
        />
      )}
      {description && (
        <DescriptionTemplate
          {...common}
          id={descriptionIdOf(fieldPathId.$id)}
          description={description}
        />
      )}
      {isClosed && props.optionalDataControl}
      <div className="form-grid">{shown.map(({ content }) => content)}</div>
      {canExpand(schema, uiSchema, formData) && (
        <AddButton
          id={buttonId(fieldPathId, 'add')}
          className="form-add"
          disabled={isClosed}
          onClick={props.onAddProperty}
          registry={registry}
          {...(uiSchema && { uiSchema })}
        />
      )}
    </fieldset>
  );
}

function Sections({
  properties,
  formData,
  disabled,
  schema,
  uiSchema = {},
  errorSchema,
  surroundings,
}: ObjectFieldTemplateProps & { surroundings: FormSurroundings }) {
  const { sections, display, step, shown } = surroundings;
  const current = display === 'steps' ? sections.slice(step, step + 1) : sections;
  return (
    <div className="form-sections">
      {current.map(({ id, title, description, fields, period, folded }) => {
        const contents = fields.flatMap((field) => {
          if (!shown.includes(field)) return [];
          const property = properties.find(({ name }) => name === field);
          return property ? [property.content] : [];
        });
        if (contents.length === 0) return null;
        const drawn = (
          <>
            {description && <p className="form-description">{description}</p>}
            {period && shown.includes(period.begin) && shown.includes(period.end) && (
              <Suspense fallback={<Skeleton shape="control" />}>
                <SectionPeriod
                  {...period}
                  data={formData}
                  isClosed={Boolean(disabled)}
                  onFill={surroundings.onFill}
                />
              </Suspense>
            )}
            <div className="form-grid">{contents}</div>
          </>
        );
        if (folded && display !== 'steps') {
          const own = fields.filter((field) => shown.includes(field));
          return (
            <FoldedFields
              key={id}
              title={title}
              values={sayValues(own, schema, uiSchema, formData ?? {})}
              isFaulty={own.some((field) => hasErrors(errorSchema?.[field]))}
            >
              {drawn}
            </FoldedFields>
          );
        }
        return (
          <fieldset key={id} className="form-section">
            <legend className="form-title">{title}</legend>
            {drawn}
          </fieldset>
        );
      })}
    </div>
  );
}

export function ArrayTemplate(props: ArrayFieldTemplateProps) {
  const { canAdd, fieldPathId, uiSchema, items, onAddClick, registry, schema, title } = props;
  const { t } = useTranslation();
  const options = getUiOptions(uiSchema);
  const TitleTemplate = getTemplate('ArrayFieldTitleTemplate', registry, options);
  const DescriptionTemplate = getTemplate('ArrayFieldDescriptionTemplate', registry, options);
  const { AddButton } = registry.templates.ButtonTemplates;
  const isClosed = Boolean(props.disabled) || Boolean(props.readonly);
  const common = { schema, uiSchema: uiSchema ?? {}, registry, fieldPathId };
  return (
    <fieldset className="form-array" id={fieldPathId.$id}>
      <TitleTemplate
        {...common}
        title={options.title || title}
        {...(props.required !== undefined && { required: props.required })}
        {...(!isClosed && { optionalDataControl: props.optionalDataControl })}
      />
      <DescriptionTemplate
        {...common}
        description={options.description || schema.description || ''}
      />
      {isClosed && props.optionalDataControl}
      {items.length === 0 && <p className="form-help">{t('forms:array.none')}</p>}
      <div className="form-items">{items}</div>
      {canAdd && (
        <AddButton
          id={buttonId(fieldPathId, 'add')}
          className="form-add"
          disabled={isClosed}
          onClick={onAddClick}
          registry={registry}
          {...(uiSchema && { uiSchema })}
        />
      )}
    </fieldset>
  );
}

export function ArrayItemTemplate(props: ArrayFieldItemTemplateProps) {
  const { children, buttonsProps, hasToolbar, registry, uiSchema, index, totalItems } = props;
  const { t } = useTranslation();
  const ButtonsTemplate = getTemplate(
    'ArrayFieldItemButtonsTemplate',
    registry,
    getUiOptions(uiSchema),
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: fieldsets in fieldsets are read out once more for each.
    <div
      className="form-item"
      role="group"
      aria-label={t('forms:array.item', { index: index + 1, total: totalItems })}
    >
      <div className="form-item-content">{children}</div>
      {hasToolbar && (
        <div className="form-item-tools">
          <ButtonsTemplate {...buttonsProps} />
        </div>
      )}
    </div>
  );
}

export function ArrayItemButtonsTemplate(props: ArrayFieldItemButtonsTemplateProps) {
  const { disabled, readonly, registry, uiSchema, fieldPathId, hasMoveUp, hasMoveDown } = props;
  const { MoveUpButton, MoveDownButton, CopyButton, RemoveButton } =
    registry.templates.ButtonTemplates;
  const isClosed = Boolean(disabled) || Boolean(readonly);
  const common = { registry, ...(uiSchema && { uiSchema }) };
  return (
    <>
      {(hasMoveUp || hasMoveDown) && (
        <>
          <MoveUpButton
            {...common}
            id={buttonId(fieldPathId, 'moveUp')}
            disabled={isClosed || !hasMoveUp}
            onClick={props.onMoveUpItem}
          />
          <MoveDownButton
            {...common}
            id={buttonId(fieldPathId, 'moveDown')}
            disabled={isClosed || !hasMoveDown}
            onClick={props.onMoveDownItem}
          />
        </>
      )}
      {props.hasCopy && (
        <CopyButton
          {...common}
          id={buttonId(fieldPathId, 'copy')}
          disabled={isClosed}
          onClick={props.onCopyItem}
        />
      )}
      {props.hasRemove && (
        <RemoveButton
          {...common}
          id={buttonId(fieldPathId, 'remove')}
          disabled={isClosed}
          onClick={props.onRemoveItem}
        />
      )}
    </>
  );
}

export function MultiSchemaTemplate({
  selector,
  optionSchemaField,
}: MultiSchemaFieldTemplateProps) {
  return (
    <Card className="form-union" compact>
      {selector}
      {optionSchemaField}
    </Card>
  );
}

export function OptionalDataTemplate(props: OptionalDataControlsTemplateProps) {
  const { id, registry, label, onAddClick, onRemoveClick } = props;
  const { AddButton, RemoveButton } = registry.templates.ButtonTemplates;
  if (onAddClick) {
    return <AddButton id={id} registry={registry} title={label} onClick={onAddClick} />;
  }
  if (onRemoveClick) {
    return <RemoveButton id={id} registry={registry} title={label} onClick={onRemoveClick} />;
  }
  return <em id={id}>{label}</em>;
}

/** A field that the schema doesn't name has a name that can be changed, and can be removed. */
export function WrapIfAdditionalTemplate(props: WrapIfAdditionalTemplateProps) {
  const { id, children, label, schema, registry, uiSchema, disabled, readonly } = props;
  const { t } = useTranslation();
  const isAdditional =
    Object.getOwnPropertySymbols(schema).length > 0 || '__additional_property' in schema;
  if (!isAdditional) return children;
  const { RemoveButton } = registry.templates.ButtonTemplates;
  const isClosed = Boolean(disabled) || Boolean(readonly);
  return (
    <div className="form-additional">
      <div className="form-field">
        <label className="form-label" htmlFor={`${id}-key`}>
          {t('forms:key', { label })}
        </label>
        <input
          id={`${id}-key`}
          className="bp6-input"
          defaultValue={label}
          disabled={isClosed}
          onBlur={props.onKeyRenameBlur}
        />
      </div>
      {children}
      <RemoveButton
        id={buttonId(id, 'remove')}
        disabled={isClosed}
        onClick={props.onRemoveProperty}
        registry={registry}
        {...(uiSchema && { uiSchema })}
      />
    </div>
  );
}

/** rjsf's own layout fields place children in rows and columns of twelve. */
export function GridTemplate({ children, column, className, style, width }: GridTemplateProps) {
  const columns = typeof width === 'number' ? { gridColumn: `span ${width}` } : undefined;
  return (
    <div
      className={`${column ? 'form-column' : 'form-row'} ${className ?? ''}`}
      style={{ ...columns, ...style }}
    >
      {children}
    </div>
  );
}
