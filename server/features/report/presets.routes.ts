import type { reportPresetOperations } from '../../../schemas/api/reportPresets.ts';
import { localeOf } from '../../../schemas/entities/languages.ts';
import type { ReportDefinition } from '../../../schemas/entities/report.ts';
import { reportKinds } from '../../../schemas/kinds/reports.ts';
import type { PresetFile } from '../../../schemas/manifest/preset.ts';
import type { Database } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import type { Handlers } from '../../http/handler.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { choiceOfPreset, fieldsOfChoice } from '../../reports/periodChoice.ts';
import type { Session } from '../../session.ts';
import { contentDisposition } from '../../storage/fileName.ts';
import { wholePage } from '../paging.ts';
import { nameOfPresetFile, presetFileOf } from './presetFile.ts';
import type { ReportServices } from './report.routes.ts';
import { formatOf } from './reportEngine.ts';

/** Reports that product owners made ready; a preset is as absent as one that never was for whom it isn't. */
export function createPresetHandlers({
  database,
  manifests,
  reporting: { reports },
}: {
  readonly database: Database;
  readonly manifests: Pick<ManifestService, 'presets' | 'words'>;
  readonly reporting: Pick<ReportServices, 'reports'>;
}): Handlers<keyof typeof reportPresetOperations> {
  const textsOf = ({ user }: Session) => {
    const words = manifests.words(localeOf(user.language));
    return (key: string) => findText(words, key) ?? key;
  };

  function titleOf({ title, definition }: PresetFile, text: (key: string) => string): string {
    return title === undefined ? (definition.reportName ?? '') : text(title);
  }

  /** What a preset means for who starts it: days that move, its name in their language. */
  function toDefinition(preset: PresetFile, session: Session): ReportDefinition {
    const { period, definition } = preset;
    return {
      ...definition,
      reportName: definition.reportName ?? titleOf(preset, textsOf(session)),
      ...(period && fieldsOfChoice(choiceOfPreset(period))),
    };
  }

  return {
    'reportPreset.list': async (_, { session }) => {
      const text = textsOf(session);
      const { subject } = session;
      const own = manifests
        .presets(subject)
        .filter(({ preset }) =>
          subject.features.includes(reportKinds[preset.definition.reportType].feature),
        );
      return wholePage(
        own.map(({ id, preset }) => ({
          id,
          title: titleOf(preset, text),
          description: preset.description === undefined ? null : text(preset.description),
          icon: preset.icon,
          reportType: preset.definition.reportType,
          format: formatOf(preset.definition),
        })),
      );
    },
    'reportPreset.start': async ({ params }, { session }) => {
      const found = manifests.presets(session.subject).find(({ id }) => id === params.preset);
      if (!found) throw new AppError('NOT_FOUND', `There is no preset ${params.preset}.`);
      const definition = toDefinition(found.preset, session);
      await reports.check(session, definition, { forJob: false });
      return { id: await reports.create(session, definition) };
    },
    'reportDefinition.file': async ({ query }, { session: { accountId } }) => {
      const { definition } = await database.read((tx) =>
        reports.requireRow(tx, accountId, query.report),
      );
      return new Response(`${JSON.stringify(presetFileOf(definition), undefined, 2)}\n`, {
        headers: {
          'content-type': 'application/json',
          'content-disposition': contentDisposition(nameOfPresetFile(definition)),
        },
      });
    },
  };
}

/** A text by its key, `namespace:a.b`. */
function findText(words: Readonly<Record<string, object>>, key: string): string | undefined {
  const [namespace = '', path = ''] = key.split(':');
  let found: unknown = words[namespace];
  for (const name of path.split('.')) {
    found = (found as Readonly<Record<string, unknown>> | undefined)?.[name];
  }
  return typeof found === 'string' ? found : undefined;
}
