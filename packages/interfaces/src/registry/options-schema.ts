import { z } from 'zod';

/** What `InterfaceRegistryOptions` must look like at run time. */
export const registryOptionsSchema = z.strictObject({
  directories: z.array(z.string().min(1)).optional(),
  environment: z.record(z.string(), z.string().optional()).optional(),
  shipped: z.boolean().optional(),
});
