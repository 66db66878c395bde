/** Messages about decisions of staff, and of creators about their teams. */
export type StaffMessage =
  | {
      template:
        | 'certification_approved'
        | 'certification_rejected'
        | 'certification_revoked'
        | 'right_taken'
        | 'right_returned'
        | 'staff_role_changed';
      values: Record<string, never>;
    }
  /** The creator's name. */
  | { template: 'team_invited' | 'team_removed'; values: { name: string } };

export const staffTexts = {
  certification_approved: {
    'zh-CN': {
      subject: '创作者认证已通过',
      text: '你的创作者认证已通过审核，现在可以发布动态了。',
    },
    'en-US': {
      subject: 'You are certified as a creator',
      text: 'Your certification as a creator was approved. You can publish posts now.',
    },
  },
  certification_rejected: {
    'zh-CN': {
      subject: '创作者认证未通过',
      text: '你的创作者认证申请未通过审核。请核对资料后重新提交。',
    },
    'en-US': {
      subject: 'Your certification was not approved',
      text: 'Your application for certification as a creator was not approved. Check the details and submit it again.',
    },
  },
  certification_revoked: {
    'zh-CN': {
      subject: '创作者认证已撤销',
      text: '你的创作者认证已被撤销，目前无法发布新动态。你可以重新提交认证资料。',
    },
    'en-US': {
      subject: 'Your certification was revoked',
      text: 'Your certification as a creator was revoked. You cannot publish new posts. You can apply for certification again.',
    },
  },
  right_taken: {
    'zh-CN': {
      subject: '创作者功能权限有变更',
      text: '平台停用了你的一项创作者功能。已售出的内容和订单不受影响。如有疑问，请联系客服。',
    },
    'en-US': {
      subject: 'A creator feature was turned off',
      text: 'One of your creator features was turned off by our staff. What you have sold does not change. Contact support if you have questions.',
    },
  },
  right_returned: {
    'zh-CN': { subject: '创作者功能已恢复', text: '平台恢复了你的一项创作者功能，现在可以继续使用。' },
    'en-US': {
      subject: 'A creator feature was turned on again',
      text: 'One of your creator features was turned on again. You can use it now.',
    },
  },
  staff_role_changed: {
    'zh-CN': {
      subject: '工作人员权限有变更',
      text: '管理员修改了你的工作人员权限。如非预期，请联系管理员。',
    },
    'en-US': {
      subject: 'Your staff role was changed',
      text: 'An admin changed your roles as a member of staff. Contact an admin if you did not expect this.',
    },
  },
  team_invited: {
    'zh-CN': {
      subject: '你已加入创作者团队',
      text: '{name} 邀请你加入团队。登录后，可在右上角菜单中进入 {name} 的创作者中心，也可以随时退出团队。',
    },
    'en-US': {
      subject: 'You joined a creator’s team',
      text: '{name} added you to their team. Sign in and open the studio of {name} in the menu at the top right. You can leave the team at any time.',
    },
  },
  team_removed: {
    'zh-CN': {
      subject: '你已被移出创作者团队',
      text: '{name} 已将你移出团队，你不能再进入 {name} 的创作者中心。',
    },
    'en-US': {
      subject: 'You were removed from a creator’s team',
      text: '{name} removed you from their team. You cannot open the studio of {name} any more.',
    },
  },
} as const satisfies Record<
  StaffMessage['template'],
  Record<'zh-CN' | 'en-US', { subject: string; text: string }>
>;
