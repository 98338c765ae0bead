import { z } from 'zod';
import { instantSchema } from '../entities/consumption.ts';
import { deviceCategorySchema, unitSchema } from '../entities/device.ts';
import {
  readingExplanationSchema,
  readingQuestionKindSchema,
} from '../entities/readingQuestion.ts';
import { filterQuery, type Operation, pageOf, pageQuery, sortQuery } from './operation.ts';
import { operationPaths } from './paths.ts';

export const readingQuestionSchema = z
  .object({
    id: z.string().describe('Unique among the open ones'),
    question: readingQuestionKindSchema,
    property: z.number(),
    propertyName: z.string(),
    device: z.number(),
    serialNumber: z.string(),
    category: deviceCategorySchema,
    unit: unitSchema,
    place: z.string(),
    timeZone: z.string().describe('IANA zone of the property, which its instants are written in'),
    /** The reading in question, and the one before it; of a silent device its last one twice. */
    at: instantSchema,
    previousAt: instantSchema,
    previousValue: z.number(),
    value: z.number(),
    proposal: readingExplanationSchema,
  })
  .meta({ id: 'OpenReadingQuestion' });

/** What lists of questions are filtered by. */
export const questionFilters = {
  question: 'choice',
  propertyName: 'text',
  serialNumber: 'text',
  at: 'date',
} as const;

export const readingQuestionOperations = {
  'readingQuestion.list': {
    module: 'readings',
    summary: 'What readings leave open and nobody has explained, with a proposal for each',
    ...operationPaths['readingQuestion.list'],
    query: z.object({
      ...pageQuery,
      ...sortQuery(['at', 'propertyName', 'serialNumber']),
      ...filterQuery(questionFilters),
    }),
    response: pageOf(readingQuestionSchema),
  },
  'readingQuestion.answer': {
    module: 'readings',
    summary: 'Explain one; what it touches is computed anew',
    ...operationPaths['readingQuestion.answer'],
    body: z.object({
      property: z.number().int().positive(),
      device: z.number().int().positive(),
      at: instantSchema,
      question: readingQuestionKindSchema,
      explanation: readingExplanationSchema,
    }),
    response: z.object({ explanation: readingExplanationSchema }),
  },
} as const satisfies Record<string, Operation>;
