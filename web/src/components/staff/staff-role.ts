/** Roles of staff, in display order. */
export const STAFF_ROLES = ['support', 'finance', 'admin'] as const;
type StaffRole = (typeof STAFF_ROLES)[number];

export const isStaffRole = (text: string): text is StaffRole => STAFF_ROLES.some((role) => role === text);
