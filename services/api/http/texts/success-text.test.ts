import { expect, test } from 'vitest';
import { successText } from './success-text.ts';

test.each([
  ['POST', '/api/creator/edit-plan', '保存成功'],
  ['POST', '/api/creator/set-can-buy-hide', '保存成功'],
  ['POST', '/api/creator/delete-plan', '删除成功'],
  ['POST', '/api/order/update-remark', '保存成功'],
  ['POST', '/api/order/cancel-order', '取消成功'],
  ['POST', '/api/order/update-address', '地址设置成功'],
  ['POST', '/api/user/mark', '关注成功'],
  ['POST', '/api/post/unmark', '已取消收藏'],
  ['POST', '/api/account/remove-totp', '移除成功'],
  ['POST', '/api/post/like', ''],
  ['GET', '/api/my/orders', ''],
] as const)('%s %s succeeds with “%s”', (method, path, sentence) => {
  expect(successText({ method, path }, 'zh-CN')).toBe(sentence);
});
