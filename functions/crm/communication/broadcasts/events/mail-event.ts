// The events of Amazon SES about a mail, as far as they are read (Amazon SES Developer Guide, event data in EventBridge).
import * as z from 'zod';

const tag = z.array(z.string()).min(1).optional();

const Recipients = z.array(
  z.object({
    emailAddress: z.string(),
    diagnosticCode: z.string().optional(),
    status: z.string().optional(),
  }),
);

/** What happened to a mail. */
export const MailEvent = z.object({
  detail: z.object({
    eventType: z.string(),
    mail: z.object({
      /** The tags that the mail was sent with. */
      tags: z.object({ tenant: tag, broadcast: tag, person: tag, campaign: tag, official: tag }),
      destination: z.array(z.string()).default([]),
    }),
    bounce: z
      .object({
        /** Permanent, Transient or Undetermined. */
        bounceType: z.string(),
        bounceSubType: z.string().optional(),
        bouncedRecipients: Recipients.default([]),
        timestamp: z.string(),
      })
      .optional(),
    complaint: z
      .object({
        complainedRecipients: Recipients.default([]),
        complaintFeedbackType: z.string().optional(),
        timestamp: z.string(),
      })
      .optional(),
    delivery: z.object({ timestamp: z.string() }).optional(),
  }),
});
export type MailEventDetail = z.output<typeof MailEvent>['detail'];
