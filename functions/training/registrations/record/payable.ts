// The registration whose payments somebody records.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { conflict, notFound } from '../../../../shared/errors/failure.ts';
import { loadTrainingSettings, type TrainingSettingsItem } from '../../training-settings.ts';
import { type RegistrationItem, registrationById } from './registration.ts';

/** A registration whose payments are recorded, and the settings by which they are. */
export interface Payable {
  readonly before: RegistrationItem;
  readonly trainingSettings: TrainingSettingsItem;
}

/**
 * The registration with this id, and the settings by which its payments are recorded.
 * @throws Failure 404; 409 for one that was transferred, whose payments are with the new one
 */
export async function requirePayable(tenant: TenantStore, id: string): Promise<Payable> {
  const [before, trainingSettings] = await Promise.all([
    registrationById(tenant, id, { consistent: true }),
    loadTrainingSettings(tenant),
  ]);
  if (!before) throw notFound('registration', id);
  if (before.transferredTo !== undefined)
    throw conflict(
      `The registration ${before.confirmationNumber} is transferred, and its payments moved to the registration ${before.transferredTo}.`,
    );
  return { before, trainingSettings };
}
