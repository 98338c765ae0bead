import { Readable } from 'node:stream';
import type { Database } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import type { Handlers } from '../../http/handler.ts';
import { importFile } from '../../imports/importFile.ts';
import type { ManifestService } from '../../manifests/service.ts';

export function createImportHandlers({
  database,
  manifests,
}: {
  database: Database;
  manifests: Pick<ManifestService, 'market'>;
}): Handlers<'import.readings'> {
  return {
    'import.readings': async ({ query }, { session, http }) => {
      const { body } = http.req.raw;
      if (!body) throw new AppError('BAD_REQUEST', 'Send the file as the body of the request.');
      const { country } = session.user;
      const { importId, accepted, duplicates, rejected, rejections } = await importFile(database, {
        stream: Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]),
        fileName: query.fileName,
        country,
        timeZone: manifests.market(country).timeZone,
        only: ['readings', 'wide'],
      });
      return {
        importId,
        accepted,
        duplicates,
        rejected,
        rejections: rejections.map(({ line, code, message }) => ({ line, code, message })),
      };
    },
  };
}
