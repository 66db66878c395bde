/** Roles that staff are given; being a fan or a creator is not a role but a fact of the account. */
export const staffRoles = ['support', 'finance', 'admin'] as const;
export type StaffRole = (typeof staffRoles)[number];

export const isStaffRole = (text: string): text is StaffRole => staffRoles.some((role) => role === text);
