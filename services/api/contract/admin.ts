import { z } from 'zod';
import { id, text } from './fields.ts';

const role = z.enum(['support', 'finance', 'admin']);

export const staffAnswer = z.object({
  list: z.array(z.object({ user_id: id, name: z.string(), roles: z.array(role) })),
});

/** Gives or takes a role of staff; why is written down with it. Nobody changes their own. */
export const changeRoleBody = z.object({
  account: text(120, 1),
  role,
  granted: z.boolean(),
  reason: text(200, 1),
});
export const changedRole = z.object({
  user_id: id,
  role,
  granted: z.boolean(),
  changed: z.boolean(),
  position: z.number().int(),
});
