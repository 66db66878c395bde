/** Messages to the owner of an account about signing in, addresses and closing it. */
export type AccountMessage =
  | { template: 'verify_code'; values: { code: string } }
  | { template: 'account_exists' | 'contact_taken'; values: Record<string, never> }
  /** The day on which the account is closed, or was not. */
  | { template: 'closing_requested' | 'closing_rejected'; values: { date: string } }
  /** Masked. */
  | { template: 'contact_changed'; values: { contact: string } }
  | { template: 'password_changed' | 'account_deleted' | 'messenger_linked'; values: Record<string, never> };

export const accountTexts = {
  verify_code: {
    'zh-CN': { subject: '验证码', text: '你的验证码是 {code}，10 分钟内有效，请勿泄露给他人。' },
    'en-US': {
      subject: 'Your verification code',
      text: 'Your verification code is {code}. It is valid for 10 minutes. Do not share it with anyone.',
    },
  },
  account_exists: {
    'zh-CN': {
      subject: '该账号已注册',
      text: '有人使用此账号注册，但该账号已存在。请直接登录，或找回密码。如非本人操作，请忽略此消息。',
    },
    'en-US': {
      subject: 'You already have an account',
      text: 'Someone tried to register with this account, but it already exists. Sign in, or reset your password. If this was not you, ignore this message.',
    },
  },
  closing_requested: {
    'zh-CN': {
      subject: '已收到注销申请',
      text: '你的账号将于 {date} 注销，届时个人信息会被永久删除。在此之前可随时在“注销账号”页面撤回。如非本人操作，请立即撤回并修改密码。',
    },
    'en-US': {
      subject: 'Your account will be closed',
      text: 'Your account will be closed on {date}, and your personal data will be deleted for good. You can take this back under “Close account” until then. If this was not you, take it back now and change your password.',
    },
  },
  closing_rejected: {
    'zh-CN': {
      subject: '账号未注销',
      text: '你的账号原定于 {date} 注销，但仍有未完成的订单或未结清的款项，因此未注销。请在“注销账号”页面查看原因，处理后可重新申请。',
    },
    'en-US': {
      subject: 'Your account was not closed',
      text: 'Your account was to be closed on {date}, but orders or money are not settled, so it stays open. See the reason under “Close account”. You can ask again after that.',
    },
  },
  contact_taken: {
    'zh-CN': {
      subject: '该账号已绑定',
      text: '有人尝试将此手机号或邮箱绑定到另一个账号，但它已属于你的账号，绑定未成功。如非本人操作，请忽略此消息。',
    },
    'en-US': {
      subject: 'Already in use',
      text: 'Someone tried to add this phone number or email address to another account, but it belongs to yours. Nothing was changed. If this was not you, ignore this message.',
    },
  },
  contact_changed: {
    'zh-CN': {
      subject: '绑定信息已变更',
      text: '你的账号已绑定 {contact}，可用于登录和找回密码。如非本人操作，请立即修改密码并联系客服。',
    },
    'en-US': {
      subject: 'Your sign-in details changed',
      text: '{contact} was added to your account. It can be used to sign in and to reset your password. If this was not you, change your password now and contact support.',
    },
  },
  messenger_linked: {
    'zh-CN': {
      subject: '已绑定微信',
      text: '你的账号已绑定微信，可用微信登录。如非本人操作，请立即在账号设置中解绑，修改密码并联系客服。',
    },
    'en-US': {
      subject: 'WeChat was linked to your account',
      text: 'WeChat was linked to your account, and can be used to sign in. If this was not you, unlink it in your account settings now, change your password and contact support.',
    },
  },
  password_changed: {
    'zh-CN': {
      subject: '密码已修改',
      text: '你的密码刚刚修改成功，其他设备已退出登录。如非本人操作，请立即找回密码。',
    },
    'en-US': {
      subject: 'Your password was changed',
      text: 'Your password was just changed and all other devices were signed out. If this was not you, reset your password now.',
    },
  },
  account_deleted: {
    'zh-CN': {
      subject: '账号已注销',
      text: '你的账号已注销，个人信息已被永久删除。如需再次使用，可用此邮箱或手机号重新注册。',
    },
    'en-US': {
      subject: 'Your account was deleted',
      text: 'Your account was deleted, with all of your personal data. You can register again with this email address or phone number.',
    },
  },
};
