import type { staticFileOperations } from '../../../schemas/api/staticFiles.ts';
import { type Language, languageOf, localeOf } from '../../../schemas/entities/languages.ts';
import type { StaticFileTag } from '../../../schemas/entities/staticFile.ts';
import type { Database } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import type { Handlers } from '../../http/handler.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { requireFileName } from '../../storage/fileStore.ts';
import type { Files } from '../../storage/files.ts';
import { answerFile } from '../download/answerFile.ts';
import { refuseLook } from '../download/downloads.ts';
import { readerOf, recordStream } from '../download/recordDownload.ts';
import { wholePage } from '../paging.ts';
import { createStaticFileService, noStaticFile } from './staticFile.service.ts';
import {
  findStaticFile,
  listManaged,
  listStaticFiles,
  type StaticFile,
} from './staticFiles.repository.ts';

interface Deps {
  readonly database: Database;
  readonly manifests: Pick<ManifestService, 'market' | 'words'>;
  readonly files: Pick<Files, 'get' | 'discard'>;
  readonly now: () => Date;
}

/** Files for everybody of a market, each by those of it alone. */
export function createStaticFileHandlers(deps: Deps): Handlers<keyof typeof staticFileOperations> {
  const { database, manifests, files } = deps;
  const service = createStaticFileService(deps);

  /** What tags are called, in a reader's language. */
  const nameTags = (language: Language) => {
    const { enums } = manifests.words(localeOf(language));
    const { staticFileTag = {} } = enums as Record<string, Record<string, string>>;
    return (name: StaticFileTag) => ({ name, label: staticFileTag[name] ?? name });
  };

  return {
    'static.files': async ({ query: { tag, language } }, { session: { user } }) => {
      const { country } = user;
      const wanted = language ?? user.language;
      const ownLanguage = languageOf(manifests.market(country).language);
      const list = (of: Language) =>
        database.read((tx) => listStaticFiles(tx, country, { language: of, tag }));
      const own = await list(wanted);
      const found = own.length > 0 || wanted === ownLanguage ? own : await list(ownLanguage);
      const nameTag = nameTags(user.language);
      return found.map(({ id, label, tags, fileName, uploadedAt, owner }) => ({
        id,
        label,
        owner,
        name: fileName,
        tags: tags.map(nameTag),
        uploadDate: uploadedAt.toISOString(),
      }));
    },
    'static.download': async ({ params }, { session, http }) => {
      const { staticFile: id, fileName } = params;
      refuseLook(http.req.method);
      const found = await database.read((tx) => findStaticFile(tx, session.user.country, id));
      if (found?.fileName !== fileName) throw noStaticFile(id);
      const stream = await files.get(requireFileName(found.storedName));
      if (!stream) throw new AppError('NOT_FOUND', `The file of static file ${id} is gone.`);
      const file = { operation: 'static.download', id } as const;
      await recordStream(database, stream, readerOf(session), file);
      return answerFile(stream, found);
    },
    'staticFile.list': async (_request, { session: { user } }) => {
      const rows = await database.read((tx) => listManaged(tx, user.country));
      return wholePage(rows.map((row) => describe(row, nameTags(user.language))));
    },
    'staticFile.get': async ({ params }, { session: { user } }) => {
      const { staticFile: id } = params;
      const found = await database.read((tx) => findStaticFile(tx, user.country, id));
      if (!found) throw noStaticFile(id);
      return describe(found, nameTags(user.language));
    },
    'staticFile.create': ({ body }, { session }) => service.create(session, body),
    'staticFile.save': ({ params, body }, { session }) =>
      service.save(session, params.staticFile, body),
    'staticFile.move': ({ params, body }, { session }) =>
      service.move(session, params.staticFile, body.isUp),
    'staticFile.remove': ({ params }, { session }) => service.remove(session, params.staticFile),
  };
}

function describe(file: StaticFile, nameTag: (name: StaticFileTag) => { label: string }) {
  const { id, label, language, tags, fileName, contentType, bytes, uploadedAt, owner } = file;
  return {
    id,
    label,
    language,
    tags,
    fileName,
    owner,
    tagNames: tags.map((tag) => nameTag(tag).label).join(', '),
    mediaType: contentType,
    size: bytes,
    uploadedAt: uploadedAt.toISOString(),
  };
}
