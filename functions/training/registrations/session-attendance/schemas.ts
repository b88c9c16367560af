// Request and response schemas of attendance per session and of check-in.
import * as z from 'zod';
import { pendingCount, pendingMark, rowOf } from '../../../../shared/http/rows.ts';
import { moment } from '../../../../shared/time/moment-schemas.ts';
import { attendanceRuleKinds, roundingModes, roundingSteps } from '../../classes/record/attendance-rule.ts';

export const reference = z.guid().toLowerCase();
const reason = z.string().trim().max(500).nullish();
const minutes = z.int().min(0).max(1440);

const roundingStep = z.literal(roundingSteps).meta({
  description: 'The credits of a proportional rule are rounded to a multiple of this.',
  example: 0.5,
});
const ruleFields = {
  kind: z.enum(attendanceRuleKinds).meta({
    description:
      'threshold: all credits from the minimum share on. proportional: as large a part of them as was attended.',
  }),
  minimumShare: z.int().min(1).max(100).meta({
    description: 'In percent of the length of all sessions. Who attended less is NoShow.',
    example: 80,
  }),
};

export const AttendanceRuleRequest = z
  .object({
    ...ruleFields,
    roundingStep: roundingStep.optional().meta({ description: '0.01 for a new rule.' }),
    roundingMode: z.enum(roundingModes).optional().meta({ description: 'down for a new rule.' }),
  })
  .meta({ id: 'AttendanceRuleRequest' });

export const AttendanceRuleView = z
  .strictObject({
    classId: z.uuid(),
    ...ruleFields,
    roundingStep,
    roundingMode: z.enum(roundingModes),
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
  })
  .meta({ id: 'AttendanceRule' });

export const SessionAttendanceView = z
  .strictObject({
    registrationId: z.uuid(),
    memberId: z.uuid(),
    memberName: z.string(),
    organizationName: z.string().optional(),
    confirmationNumber: z.string(),
    status: z.string(),
    minutes: z.int().optional().meta({ description: 'Absent until it is recorded; 0 for who was absent.' }),
    sessionMinutes: z.int().meta({ description: 'The length of the session.' }),
    method: z.enum(['list', 'code']).optional(),
    at: z.iso.datetime().optional(),
    by: z.string().optional(),
    byName: z.string().optional(),
    reason: z.string().optional(),
  })
  .meta({ id: 'SessionAttendance' });

export const CheckedIn = SessionAttendanceView.extend({
  wasRecorded: z.boolean().meta({
    description: 'Whether the session had an entry before, which stays as it is: `at` says since when.',
  }),
}).meta({ id: 'CheckedIn' });

export const SessionAttendanceRequest = z
  .object({
    attendances: z
      .array(
        rowOf(
          z
            .object({
              registrationId: reference,
              minutes: minutes.nullish().meta({ description: 'Default: the whole session. 0: absent.' }),
              isRemoved: z.boolean().nullish().meta({
                description:
                  'Takes the entry of the session back, as if none had been recorded. Only while the registration is Confirmed.',
              }),
              reason: reason.meta({ description: 'Why an entry is corrected.' }),
            })
            .meta({ id: 'SessionAttendanceRow' }),
        ),
      )
      .min(1)
      .max(100),
  })
  .meta({ id: 'SessionAttendanceRequest' });

const Refusal = z.strictObject({
  code: z.string(),
  message: z.string(),
  target: z.string().optional(),
  details: z
    .array(z.strictObject({ code: z.string(), message: z.string(), target: z.string().optional() }))
    .optional(),
});

export const SessionAttendanceResult = z
  .strictObject({
    recorded: z.int(),
    refused: z.int(),
    pending: pendingCount,
    results: z.array(
      z.strictObject({
        row: z.int(),
        registrationId: z.string().optional(),
        isPending: pendingMark,
        status: z.string().optional().meta({ description: 'The status of the registration.' }),
        minutes: z.int().optional(),
        error: Refusal.optional(),
      }),
    ),
  })
  .meta({ id: 'SessionAttendanceResult', description: 'In the order of the request.' });

export const CompleteAttendanceResult = z
  .strictObject({
    attended: z.int(),
    noShow: z.int(),
    refused: z.array(z.strictObject({ registrationId: z.uuid(), error: Refusal })),
    next: z
      .string()
      .optional()
      .meta({ description: 'Send it as cursor to go on; absent when all are done.' }),
  })
  .meta({ id: 'CompleteAttendanceResult' });

export const CheckInCode = z
  .strictObject({
    code: z.string().meta({ description: 'What the QR code says.' }),
    expiresAt: z.iso.datetime(),
    qrCode: z.string().meta({ description: 'The QR code as an SVG document.' }),
  })
  .meta({ id: 'CheckInCode' });

export const CheckInRequest = z
  .object({
    code: z.string().trim().min(1).max(500).meta({ description: 'What the QR code says.' }),
    sessionId: reference.nullish().meta({ description: 'Default: the session that takes place then.' }),
    scannedAt: moment.nullish().meta({
      description:
        'When the code was scanned, where it is sent later: at most 24 hours ago. The code must have been valid then. Default: now.',
    }),
  })
  .meta({ id: 'CheckInRequest' });
