import '../../nodes/form/form.css';
import { withTheme } from '@rjsf/core';
import { toErrorList, type ValidatorType } from '@rjsf/utils';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { type Api, ApiProvider, type CallOperation } from '../../core/api.ts';
import { RenderNode } from '../../core/RenderNode.tsx';
import { useTranslation } from '../../core/translation.ts';
import { theme } from '../../forms/theme.ts';
import { type Example, examples } from './examples.ts';
import { galleryTexts, layoutExamples } from './layoutExamples.ts';
import { tableExamples } from './tableExamples.ts';
import { periodSchema, periodSurroundings, widgetData, widgetSchema, widgetUi } from './widgets.ts';

const Form = withTheme(theme);
const allExamples = [...examples, ...layoutExamples, ...tableExamples];

/** It finds one fault, to show how faults look. */
const validator = {
  isValid: () => true,
  validateFormData: () => {
    const errorSchema = { email: { __errors: ['fault'] } };
    return { errors: toErrorList(errorSchema), errorSchema };
  },
  rawValidation: () => ({ errors: [] }),
} as unknown as ValidatorType;

/** Every node type and widget in every state, for developers and for the tests of their looks. */
export default function GalleryPage() {
  const { i18n } = useTranslation();
  useState(() => i18n.addResourceBundle(i18n.language, 'gallery', galleryTexts));
  return (
    <div className="page">
      <h1 tabIndex={-1}>Gallery</h1>
      {allExamples.map((example) => (
        <section key={example.title} aria-label={`Example: ${example.title}`}>
          <h2>{example.title}</h2>
          <ExampleNode example={example} />
        </section>
      ))}
      <section aria-label="Example: widgets">
        <h2>widgets</h2>
        <div className="form-node">
          <Form
            className="form"
            schema={widgetSchema}
            uiSchema={widgetUi}
            formData={widgetData}
            validator={validator}
            noHtml5Validate
            liveValidate="onBlur"
            showErrorList={false}
          />
        </div>
      </section>
      <section aria-label="Example: period of a section">
        <h2>period of a section</h2>
        <div className="form-node">
          <PeriodExample />
        </div>
      </section>
    </div>
  );
}

function PeriodExample() {
  const [days, setDays] = useState<object>({ begin: '2026-01-01', end: '2026-01-31' });
  return (
    <Form
      idPrefix="period"
      className="form"
      schema={periodSchema}
      formContext={{ ...periodSurroundings, onFill: setDays }}
      formData={days}
      validator={validator}
      onChange={({ formData }) => setDays(formData)}
      noHtml5Validate
      showErrorList={false}
    />
  );
}

/** A node with calls of its own. */
function ExampleNode({ example: { node, answers = {} } }: { example: Example }) {
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  );
  const [api] = useState(() => answering(answers));
  return (
    <QueryClientProvider client={queries}>
      <ApiProvider value={api}>
        <RenderNode node={node} />
      </ApiProvider>
    </QueryClientProvider>
  );
}

function answering(answers: Readonly<Record<string, unknown>>): Api {
  const call = async (id: string) => {
    const answer = answers[id];
    if (answer === 'loading') return new Promise(() => undefined);
    if (answer === undefined || answer === 'error') throw new Error('The example fails.');
    return answer;
  };
  return {
    call: call as unknown as CallOperation,
    download: async () => new Blob(['gallery']),
    openStream: async () => new Response(null, { status: 503 }),
  };
}
