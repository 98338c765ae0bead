import { z } from 'zod';
import type { AccessRule } from '../accessRule.ts';
import { languageSchema } from '../entities/market.ts';
import {
  managedStaticFileSchema,
  staticFileChangeSchema,
  staticFileDraftSchema,
  staticFileSchema,
  staticFileTagSchema,
} from '../entities/staticFile.ts';
import { idParameter, type Operation, pageOf } from './operation.ts';

const staticFile = idParameter.describe('Id of the static file');
const params = z.object({ staticFile });
const forReaders: AccessRule = { notRole: ['portal_domea'] };
const forSupport: AccessRule = { anyRole: ['portal_support', 'portal_super_admin'] };
const done = z.object({ id: staticFileSchema.shape.id });

/** Files for everybody of a market, and what support does with them. */
export const staticFileOperations = {
  'static.files': {
    module: 'static-files',
    summary:
      'Files of the user’s market and language, in their order; where there are none of it, of the market’s language',
    method: 'GET',
    path: '/api/static/file',
    access: forReaders,
    emptyIsNoContent: true,
    query: z.object({
      tag: staticFileTagSchema.optional().describe('Only those with it'),
      language: languageSchema.optional().describe('Left out, the user’s own'),
    }),
    response: z.array(staticFileSchema),
  },
  'static.download': {
    module: 'static-files',
    summary: 'A static file of the user’s market',
    method: 'GET',
    path: '/api/static/download/{staticFile}/{fileName}',
    access: forReaders,
    params: z.object({
      staticFile,
      fileName: z.string().min(1).max(300).describe('Its name, as the list tells it'),
    }),
    mediaType: 'application/octet-stream',
    response: z.string().describe('The file, of the type that it was found to be'),
  },
  'staticFile.list': {
    module: 'static-files',
    summary: 'All static files of the market, by language and in their order',
    method: 'GET',
    path: '/api/static/managed',
    access: forSupport,
    response: pageOf(managedStaticFileSchema),
  },
  'staticFile.get': {
    module: 'static-files',
    summary: 'One static file of the market',
    method: 'GET',
    path: '/api/static/managed/{staticFile}',
    access: forSupport,
    params,
    response: managedStaticFileSchema,
  },
  'staticFile.create': {
    module: 'static-files',
    summary: 'Put up a file that was uploaded, behind the others of its language',
    method: 'POST',
    path: '/api/static/managed',
    logs: 'FILE_ADDED',
    access: forSupport,
    body: staticFileDraftSchema,
    response: done,
    refusals: ['CONFLICT'],
  },
  'staticFile.save': {
    module: 'static-files',
    summary: 'Change a static file, or put another file in its place',
    method: 'PUT',
    path: '/api/static/managed/{staticFile}',
    logs: 'FILE_CHANGED',
    access: forSupport,
    params,
    body: staticFileChangeSchema,
    response: done,
  },
  'staticFile.move': {
    module: 'static-files',
    summary: 'Have a static file change places with its neighbour, where there is one',
    method: 'POST',
    path: '/api/static/managed/{staticFile}/move',
    logs: 'FILE_MOVED',
    access: forSupport,
    params,
    body: z.object({
      isUp: z.boolean().describe('Towards the beginning of the list'),
    }),
    response: done,
  },
  'staticFile.remove': {
    module: 'static-files',
    summary: 'Delete a static file',
    method: 'DELETE',
    path: '/api/static/managed/{staticFile}',
    logs: 'FILE_DELETED',
    access: forSupport,
    params,
    response: done,
  },
} as const satisfies Record<string, Operation>;
