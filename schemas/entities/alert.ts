import { z } from 'zod';
import { entity, forOwnerAlone } from '../fields.ts';
import { linePattern } from '../line.ts';
import { instantSchema } from './consumption.ts';
import { deviceCategorySchema } from './device.ts';
import { alertSchema, urgencySchema, warningUnitSchema } from './warning.ts';

/** How people and programs are told of warnings. */

export const alertChannelNames = ['EMAIL', 'SMS', 'WEBHOOK'] as const;
export const alertChannelNameSchema = z.enum(alertChannelNames).meta({ id: 'AlertChannelName' });
export type AlertChannelName = z.infer<typeof alertChannelNameSchema>;

/** What is mailed at once; all else comes in one mail a day. */
export const alertTimingSchema = z.enum(['CRITICAL', 'ALL', 'DIGEST']).meta({ id: 'AlertTiming' });
export type AlertTiming = z.infer<typeof alertTimingSchema>;

/** Mails that end by a link in them. */
export const mailKindSchema = z.enum(['WARNINGS', 'SUMMARY']).meta({ id: 'MailKind' });
export type MailKind = z.infer<typeof mailKindSchema>;

const hour = z.int().min(0).max(23);

export const alertChoiceSchema = entity(
  z.object({
    byEmail: z.boolean().describe('Whether alerts are sent by e-mail'),
    timing: alertTimingSchema.describe('What is mailed at once; the rest comes once a day'),
    quietFrom: hour.describe('Hour of the property’s day from which on alerts wait, 0 to 23'),
    quietUntil: hour.describe('Hour at which they are sent; the same as the first: no quiet hours'),
    quietForCritical: z.boolean().describe('Whether critical alerts wait, too; smoke never does'),
    monthlySummary: z.boolean().describe('Whether a mail sums up each month'),
  }),
  { name: 'AlertChoice' },
);
export type AlertChoice = z.infer<typeof alertChoiceSchema>;

/** What became of a message to a webhook. */
export const deliveryResultSchema = z
  .enum(['DELIVERED', 'REFUSED', 'UNREACHABLE', 'ADDRESS_FORBIDDEN'])
  .meta({ id: 'DeliveryResult' });
export type DeliveryResult = z.infer<typeof deliveryResultSchema>;

export const webhookStateSchema = z.enum(['NONE', 'ON', 'OFF']).meta({ id: 'WebhookState' });

export const webhookSchema = entity(
  z.object({
    state: webhookStateSchema.describe('NONE: there is no webhook; OFF: it is told nothing'),
    url: forOwnerAlone(
      z.string().nullable().describe('Where messages are sent; null: nowhere'),
      'Who knows the address of some services may write there.',
    ),
    secret: forOwnerAlone(
      z
        .string()
        .nullable()
        .describe('What messages are signed with; null once somebody has said that it is kept'),
      'Who has it signs messages as the portal does.',
    ),
    lastAt: instantSchema.nullable().describe('When a message was sent last; null: none was'),
    lastResult: deliveryResultSchema.nullable().describe('What became of it; null: none was sent'),
    lastStatus: z
      .int()
      .nullable()
      .describe('The HTTP status that it was answered with; null: there was no answer'),
    gaveUpAt: instantSchema
      .nullable()
      .describe('When messages were given up, with none delivered since; null: none were'),
  }),
  { name: 'Webhook' },
);
export type Webhook = z.infer<typeof webhookSchema>;

export const webhookChangeSchema = entity(
  z.object({
    url: z
      .url({ protocol: /^https?$/, error: 'expected an address such as https://example.com/hook' })
      .max(2000)
      .regex(linePattern, 'expected one line')
      .describe('Where messages are sent: an https address'),
  }),
  { name: 'WebhookChange', like: 'Webhook' },
);

/** The body of a message to a webhook, signed by the Standard Webhooks specification. */
export const webhookMessageSchema = z
  .object({
    type: z.enum(['warning.raised', 'webhook.test']).describe('What has happened'),
    timestamp: instantSchema.describe('When it was written'),
    data: z
      .object({
        warnings: z
          .array(
            z.object({
              id: z.int().positive().describe('Id of the warning'),
              alert: alertSchema.describe('What is wrong'),
              urgency: urgencySchema.describe('0: not critical; 5: warning; 10: critical'),
              property: z.int().positive().describe('Id of the property, its worksId'),
              worksNo: z.string().describe('Number of the property'),
              propertyName: z.string().describe('What the property is called'),
              serialNumber: z.string().describe('Number on the device’s plate'),
              meterType: deviceCategorySchema.describe('What kind of device noticed it'),
              place: z.string().describe('Room or place of the device; may be empty'),
              firstOccurrence: instantSchema.describe('When it began'),
              lastOccurrence: instantSchema.describe('When it was noticed last'),
              figure: z.number().nullable().describe('The worst that was measured'),
              limit: z.number().nullable().describe('The limit that was passed'),
              unit: warningUnitSchema.describe('What figure and limit are in'),
              link: z.string().describe('The warning’s page'),
            }),
          )
          .max(100)
          .describe('None in a test'),
      })
      .describe('What it is about'),
  })
  .meta({ id: 'WebhookMessage' });
export type WebhookMessage = z.infer<typeof webhookMessageSchema>;

const subscriptionToken = z.string().max(200).describe('The secret part of a mail’s link');

export const subscriptionSchema = entity(
  z.object({
    state: z.enum(['ON', 'OFF', 'INVALID']).describe('Whether such mails come; INVALID: no link'),
    kind: mailKindSchema.nullable().describe('Which mails they are; null: the link is no link'),
  }),
  { name: 'MailSubscription' },
);

export const subscriptionCheckSchema = z
  .object({ token: subscriptionToken.optional() })
  .meta({ id: 'MailSubscriptionCheck' });

export const subscriptionChangeSchema = z
  .object({
    token: subscriptionToken,
    isOn: z.boolean().describe('Whether such mails come from now on'),
  })
  .meta({ id: 'MailSubscriptionChange' });
