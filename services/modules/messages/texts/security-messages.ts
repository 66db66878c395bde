/** Messages to the owner of an account about how it is protected. */
export type SecurityMessage =
  | {
      template: 'totp_on' | 'totp_off' | 'factors_removed' | 'recovery_codes_renewed';
      values: Record<string, never>;
    }
  | {
      template: 'passkey_added' | 'passkey_removed' | 'passkey_copied';
      values: Record<string, never>;
    }
  | { template: 'all_factors_removed'; values: Record<string, never> }
  /** How many stay, where their owner looks at them, and a line with the address of support, empty without one. */
  | {
      template: 'password_changed_factors_stay';
      values: { passkeys: string; authenticators: string; address: string; help: string };
    }
  | { template: 'payee_changed'; values: Record<string, never> }
  /** How many are left. */
  | { template: 'recovery_code_used'; values: { left: string } };

export const securityTexts = {
  totp_on: {
    'zh-CN': {
      subject: '两步验证已开启',
      text: '你的账号已开启两步验证，登录时需输入验证器中的动态码，其他设备已退出登录。请妥善保管恢复码。如非本人操作，请立即找回密码并联系客服。',
    },
    'en-US': {
      subject: 'Two-step verification is on',
      text: 'Your account now asks for a code of your authenticator at sign-in, and all other devices were signed out. Keep your recovery codes in a safe place. If this was not you, reset your password now and contact support.',
    },
  },
  totp_off: {
    'zh-CN': {
      subject: '两步验证已关闭',
      text: '你的账号已关闭验证器动态码，其他设备已退出登录。如非本人操作，请立即修改密码并联系客服。',
    },
    'en-US': {
      subject: 'Authenticator codes are off',
      text: 'Your account no longer asks for a code of your authenticator, and all other devices were signed out. If this was not you, change your password now and contact support.',
    },
  },
  factors_removed: {
    'zh-CN': {
      subject: '两步验证已由客服移除',
      text: '根据你的申请，客服已移除账号的两步验证、通行密钥和恢复码。所有设备已退出登录，API Token 和已授权的应用已失效。请登录后尽快重新开启两步验证。如非本人申请，请立即找回密码并联系客服。',
    },
    'en-US': {
      subject: 'Two-step verification was removed by support',
      text: 'As requested, support removed the second step, the passkeys and the recovery codes of your account. All devices were signed out, and API tokens and allowed applications ended. Sign in and switch two-step verification on again soon. If you did not ask for this, reset your password now and contact support.',
    },
  },
  recovery_codes_renewed: {
    'zh-CN': {
      subject: '恢复码已更新',
      text: '你的账号已生成新的恢复码，旧的恢复码已失效，其他设备已退出登录。如非本人操作，请立即修改密码并联系客服。',
    },
    'en-US': {
      subject: 'You have new recovery codes',
      text: 'New recovery codes were made for your account, and all other devices were signed out. The old codes no longer work. If this was not you, change your password now and contact support.',
    },
  },
  passkey_added: {
    'zh-CN': {
      subject: '已添加通行密钥',
      text: '你的账号添加了一个通行密钥，可用它直接登录。如非本人操作，请立即在“账号安全”中移除，修改密码并联系客服。',
    },
    'en-US': {
      subject: 'A passkey was added',
      text: 'A passkey was added to your account. It can sign in without a password. If this was not you, remove it under “Security” now, change your password and contact support.',
    },
  },
  passkey_removed: {
    'zh-CN': {
      subject: '已移除通行密钥',
      text: '你的账号移除了一个通行密钥，其他设备已退出登录。如非本人操作，请立即修改密码并联系客服。',
    },
    'en-US': {
      subject: 'A passkey was removed',
      text: 'A passkey was removed from your account, and all other devices were signed out. If this was not you, change your password now and contact support.',
    },
  },
  passkey_copied: {
    'zh-CN': {
      subject: '通行密钥可能已被复制',
      text: '你的一个通行密钥的使用次数异常，可能已被复制，本次使用已被拒绝。请用其他方式登录，在“账号安全”中移除该通行密钥，并重新添加。',
    },
    'en-US': {
      subject: 'A passkey may have been copied',
      text: 'One of your passkeys counted backwards, so somebody may have copied it. It was refused. Sign in another way, remove this passkey under “Security”, and add a new one.',
    },
  },
  all_factors_removed: {
    'zh-CN': {
      subject: '已移除全部两步验证方式',
      text: '你的账号已移除验证器、全部通行密钥和恢复码，其他设备已退出登录。建议尽快重新开启两步验证。如非本人操作，请立即修改密码并联系客服。',
    },
    'en-US': {
      subject: 'All second factors were removed',
      text: 'The authenticator, all passkeys and the recovery codes were removed from your account, and all other devices were signed out. Set up a second factor again soon. If this was not you, change your password now and contact support.',
    },
  },
  password_changed_factors_stay: {
    'zh-CN': {
      subject: '密码已修改',
      text: '你的密码刚刚修改成功，其他设备已退出登录。以下验证方式仍然有效：[\n· 通行密钥 {passkeys} 个][\n· 验证器 {authenticators} 个]\n如有不认识的，请在“账号安全”中移除：{address}\n如因这些验证方式无法登录，请联系客服。{help}\n如非本人操作，请立即找回密码。',
    },
    'en-US': {
      subject: 'Your password was changed',
      text: 'Your password was just changed and all other devices were signed out. These are still active:[\n· Passkeys: {passkeys}][\n· Authenticator apps: {authenticators}]\nIf you do not recognize one, remove it under “Security”: {address}\nIf you cannot sign in with them, contact support.{help}\nIf this was not you, reset your password now.',
    },
  },
  payee_changed: {
    'zh-CN': {
      subject: '收款账户已变更',
      text: '你的提现收款账户已变更，24 小时内不能提现到新账户。如非本人操作，请立即修改密码并联系客服。',
    },
    'en-US': {
      subject: 'Your payee was changed',
      text: 'An account for your withdrawals was changed. It cannot be used for 24 hours. If this was not you, change your password now and contact support.',
    },
  },
  recovery_code_used: {
    'zh-CN': {
      subject: '已使用一个恢复码',
      text: '你的账号刚刚使用了一个恢复码，还剩 {left} 个。如非本人操作，请立即修改密码并联系客服。',
    },
    'en-US': {
      subject: 'A recovery code was used',
      text: 'A recovery code of your account was just used. {left} are left. If this was not you, change your password now and contact support.',
    },
  },
} as const;
