// An analysis of a bill as the interface returns it (docs/interface/billtracking.md#analyses).
import * as z from 'zod';

export const AnalysisView = z
  .strictObject({
    id: z.uuid(),
    createdBy: z.string(),
    createdByImage: z.string().nullable(),
    createdDate: z.iso.datetime(),
    billPosition: z.string().meta({ example: 'Support' }),
    billPositionColor: z.string().meta({ example: '#1B6E3C' }),
    text: z.string(),
    isPublic: z.boolean(),
    files: z.array(
      z.strictObject({
        id: z.string().meta({ description: 'The URL of the file.' }),
        displayName: z.string(),
      }),
    ),
    links: z.array(z.strictObject({ url: z.string(), title: z.string() })),
  })
  .meta({ id: 'BillAnalysis' });

export const PublicAnalysis = z
  .strictObject({
    publicTrackingLevelColor: z.string(),
    publicTrackingLevelText: z.string(),
    clientBillAnalysis: z.array(AnalysisView),
  })
  .meta({ id: 'PublicBillAnalysis' });
