import './form.css';
import { Button } from '@blueprintjs/core';
import { withTheme } from '@rjsf/core';
import { deepEquals, type ErrorSchema, type ValidatorType } from '@rjsf/utils';
import { lazy, Suspense, useId, useMemo, useRef, useState } from 'react';
import { findFieldFaults, isShown, withoutHidden } from '../../../schemas/formData.ts';
import type { CompiledForm } from '../../../schemas/manifest/compiledForm.ts';
import type { Rule } from '../../../schemas/plainRules.ts';
import { useActions } from '../../core/actions.ts';
import { resolveValue, useBindings } from '../../core/bindings.ts';
import type { NodeProps } from '../../core/node.ts';
import { useClosePanel } from '../../core/panel.ts';
import { useAction } from '../../core/runAction.ts';
import { Skeleton } from '../../core/Skeleton.tsx';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { theme } from '../../forms/theme.ts';
import type { FormSurroundings } from '../../forms/wiring.ts';
import { addRuleErrors, readServerErrors, translateErrors } from './formErrors.ts';
import { readInitial } from './initialData.ts';
import { SourceChips } from './SourceChips.tsx';
import { SourceSelect } from './SourceSelect.tsx';
import { buildUiSchema } from './uiSchema.ts';
import { useHeldUploads } from './useHeldUploads.ts';
import { useLeaveGuard } from './useLeaveGuard.ts';
import { isValid, usePreview } from './usePreview.ts';

const ThemedForm = withTheme<Data>({
  ...theme,
  fields: { ...theme.fields, sourceChips: SourceChips },
  widgets: { ...theme.widgets, sourceSelect: SourceSelect },
});

const FormSample = lazy(() => import('./FormSample.tsx'));
const FormForecast = lazy(() => import('./FormForecast.tsx'));

type Data = Record<string, unknown>;

/** A list that needs an item begins without one: nobody has chosen it. */
const noEmptyItems = { arrayMinItems: { populate: 'never' } } as const;

interface FormEditorProps extends NodeProps<'form'> {
  /** The form that `validator` is made for: the node's, or the one before while that loads. */
  readonly form: CompiledForm;
  /** The source's answer, of which the form takes its own fields. */
  readonly initial: unknown;
  readonly validator: ValidatorType;
  readonly rules: Readonly<Record<string, Rule>>;
  /** It was submitted. */
  readonly onDone: () => void;
}

/**
 * Errors show at a field once it was left, and all of them once one tried to submit. A form in steps
 * goes on when what is shown so far is in order.
 */
export function FormEditor({ node, form, initial, validator, rules, onDone }: FormEditorProps) {
  const { submit } = node;
  const { t } = useTranslation();
  const text = useText();
  const bindings = useBindings();
  const run = useAction();
  const { report } = useActions();
  const closePanel = useClosePanel();
  const idPrefix = useId();
  const [defaults, setDefaults] = useState<Data>(() => readInitial(form, initial, bindings));
  const [data, setData] = useState(defaults);
  const [step, setStep] = useState(0);
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [busyFields, setBusyFields] = useState(0);
  const [isReset, setIsReset] = useState(false);
  const [serverErrors, setServerErrors] = useState<ErrorSchema>();
  // Read while rjsf validates, which it does before the next render.
  const touched = useRef(new Set<string>());
  const hasTried = useRef(false);
  const isDirty = !deepEquals(defaults, data);
  const uploads = useHeldUploads();
  const guard = useLeaveGuard(!isBusy && (isDirty || busyFields > 0));
  usePreview(node, { form, validator, data, isDirty });
  const { sample, forecast } = node;
  const isAsked = sample !== undefined || forecast !== undefined;
  const valid = useMemo(() => {
    const given = isAsked ? withoutHidden(form, data) : undefined;
    const isWhole = given && isValid(form, validator, given);
    return isWhole && findFieldFaults(form, given, rules).length === 0 ? given : undefined;
  }, [isAsked, form, data, validator, rules]);

  const sections = useMemo(
    () =>
      form.sections.map(({ id, title, description, period, folded }, at) => ({
        id,
        title: text(title),
        description: description && text(description),
        period,
        folded,
        fields: form.fields
          .filter((field) => field.section === id || (!field.section && at === 0))
          .map(({ name }) => name),
      })),
    [form, text],
  );
  const labels = useMemo(() => {
    const inSections = sections.flatMap(({ fields }) => fields);
    const placeOf = ({ name }: { name: string }) => inSections.indexOf(name);
    return form.fields
      .toSorted((one, other) => placeOf(one) - placeOf(other))
      .map(({ name, label }) => ({ name, label: text(label) }));
  }, [form, sections, text]);
  const uiSchema = useMemo(
    () => ({
      ...buildUiSchema(form.fields, form.schema, {
        text,
        t,
        resolve: (value) => resolveValue(value, bindings),
      }),
      'ui:submitButtonOptions': { norender: true },
    }),
    [form, text, t, bindings],
  );
  const to = node.cancel;
  const leave = to && (() => void run({ do: 'go', to }));
  const cancel = closePanel ? () => closePanel(false) : leave;
  const lastStep = form.display === 'steps' ? sections.length - 1 : 0;
  const reached =
    step < lastStep ? sections.slice(0, step + 1).flatMap(({ fields }) => fields) : undefined;
  const judging = {
    form,
    rules,
    t,
    text,
    isDue: (path: string) => {
      const isReached = !reached || reached.includes(path.split('.')[0] ?? '');
      return hasTried.current ? isReached : touched.current.has(idOf(idPrefix, path));
    },
  };
  const surroundings: FormSurroundings = {
    idPrefix,
    labels,
    sections,
    display: form.display,
    step,
    hasSubmitted,
    onBusy: (by) => setBusyFields((before) => before + by),
    onHold: uploads.hold,
    onFill: (values) => setData((before) => ({ ...before, ...values })),
    shown: form.fields.filter((field) => isShown(field, form, data)).map(({ name }) => name),
  };

  async function onValid(given: Data) {
    hasTried.current = false;
    setHasSubmitted(false);
    if (step < lastStep) {
      setStep(step + 1);
      return;
    }
    setIsBusy(true);
    setServerErrors(undefined);
    guard.letGo();
    const takeBack = uploads.letGo();
    try {
      const isDone = await run(submit, { form: withoutHidden(form, given) });
      if (!isDone) takeBack();
      if (isDone) {
        setDefaults(given);
        setIsReset(false);
        onDone();
        closePanel?.(true);
      }
    } catch (error) {
      takeBack();
      const byField = readServerErrors(error, form, t);
      if (byField) {
        setServerErrors(byField);
        setHasSubmitted(true);
      } else {
        report(error);
      }
    } finally {
      guard.hold();
      setIsBusy(false);
    }
  }

  const drawn = (
    <ThemedForm
      idPrefix={idPrefix}
      className="form"
      schema={form.schema as object}
      uiSchema={uiSchema}
      validator={validator}
      formContext={surroundings}
      formData={data}
      disabled={isBusy}
      noHtml5Validate
      liveValidate="onBlur"
      showErrorList={hasSubmitted ? 'top' : false}
      focusOnFirstError={false}
      omitExtraData
      experimental_defaultFormStateBehavior={noEmptyItems}
      {...(serverErrors && { extraErrors: serverErrors })}
      transformErrors={(errors) => translateErrors(errors, data, judging)}
      customValidate={(given, errors) => addRuleErrors(errors, given ?? {}, judging) as never}
      onChange={({ formData = {} }) => {
        setData(formData);
        if (serverErrors) setServerErrors(undefined);
      }}
      onBlur={(id) => touched.current.add(id)}
      onError={() => setHasSubmitted(true)}
      onSubmit={({ formData = {} }) => void onValid(formData)}
    >
      {forecast && (
        <Suspense>
          <FormForecast
            forecast={forecast}
            data={valid}
            onFill={(values) => setData((before) => ({ ...before, ...values }))}
          />
        </Suspense>
      )}
      <div className="form-actions">
        {lastStep > 0 && (
          <span className="form-step" role="status">
            {t('forms:step', { step: step + 1, total: lastStep + 1 })}
          </span>
        )}
        {node.reset && (
          <span className="form-step" role="status">
            {isReset && isDirty && t('forms:resetUnsaved')}
          </span>
        )}
        {step > 0 && (
          <Button size="large" disabled={isBusy} onClick={() => setStep(step - 1)}>
            {t('forms:back')}
          </Button>
        )}
        {node.reset && (
          <Button
            size="large"
            disabled={isBusy}
            onClick={() => {
              setData(readInitial(form, undefined, bindings));
              setIsReset(true);
            }}
          >
            {t('forms:reset')}
          </Button>
        )}
        {cancel && (
          <Button size="large" disabled={isBusy} onClick={cancel}>
            {t('forms:cancel')}
          </Button>
        )}
        <Button
          type="submit"
          intent={node.submitIntent ?? 'primary'}
          size="large"
          loading={isBusy}
          disabled={busyFields > 0}
          // Leaving a field may show its error, which would move the button away under the mouse:
          // the field is left when the click is done.
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => {
            event.currentTarget.focus();
            hasTried.current = true;
          }}
        >
          {submitLabel()}
        </Button>
      </div>
    </ThemedForm>
  );
  if (!sample) return drawn;
  return (
    <div className="form-sampled">
      <div className="form-ground">{drawn}</div>
      <Suspense fallback={<Skeleton shape="table" />}>
        <FormSample sample={sample} data={valid} />
      </Suspense>
    </div>
  );

  function submitLabel(): string {
    if (step < lastStep) return t('forms:next');
    return node.submitLabel ? text(node.submitLabel) : t('forms:submit');
  }
}

function idOf(prefix: string, path: string): string {
  return `${prefix}_${path.replaceAll('.', '_')}`;
}
