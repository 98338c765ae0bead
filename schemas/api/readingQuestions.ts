import { z } from 'zod';
import { instantSchema } from '../entities/consumption.ts';
import { deviceCategorySchema, unitSchema } from '../entities/device.ts';
import {
  readingExplanationSchema,
  readingQuestionKindSchema,
} from '../entities/readingQuestion.ts';
import { entity } from '../fields.ts';
import { quantity } from '../figures.ts';
import { filterQuery, type Operation, pageOf, pageQuery, sortQuery } from './operation.ts';

export const readingQuestionSchema = entity(
  z.object({
    id: z.string().describe('Unique among the open ones'),
    question: readingQuestionKindSchema.describe('What is strange about the reading'),
    property: z.int().positive().describe('Id of the device’s property, its worksId'),
    propertyName: z.string().describe('What the device’s property is called'),
    device: z.int().positive().describe('Id of the device within its property'),
    serialNumber: z.string().describe('Number on the device’s plate'),
    category: deviceCategorySchema.describe('What the device measures'),
    unit: unitSchema.describe('What both values are in'),
    place: z.string().describe('Room or place where it is mounted; empty when nobody has said so'),
    timeZone: z.string().describe('IANA zone of the property, which its instants are written in'),
    at: instantSchema.describe('When the reading in question was made; of SILENT the last one'),
    previousAt: instantSchema.describe('When the one before was made; of SILENT the same'),
    previousValue: quantity('What the register showed before; of SILENT the same as `value`'),
    value: quantity('What the register showed at the reading in question'),
    proposal: readingExplanationSchema.describe('What it most likely is'),
  }),
  {
    name: 'OpenReadingQuestion',
    key: 'id',
    title: 'serialNumber',
    references: { property: 'property', device: 'device', at: 'at', question: 'question' },
  },
);

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
    method: 'GET',
    path: '/api/readingquestion',
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
    method: 'POST',
    path: '/api/readingquestion',
    logs: 'READING_QUESTION_ANSWERED',
    body: z.object({
      property: z.number().int().positive().describe('Id of the device’s property, its worksId'),
      device: z.number().int().positive().describe('Id of the device within its property'),
      at: instantSchema.describe('When the reading in question was made, as the list says'),
      question: readingQuestionKindSchema.describe('The question that is answered'),
      explanation: readingExplanationSchema.describe('What it was in truth'),
    }),
    response: z.object({
      explanation: readingExplanationSchema.describe('What is taken for true from now on'),
    }),
  },
} as const satisfies Record<string, Operation>;
